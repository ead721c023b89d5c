package dev.tenon.coverage.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Issue 20, the first part: a usual run tries a sample of what an exhaustive one tries. */
class CaseSamplerTest {
    private static final List<String> CASES = List.of("a1", "a2", "b1", "b2", "b3", "c1");

    @Test
    void has_one_of_each_kind_and_each_way_in_its_turn() {
        assertThat(CaseSampler.oneOfEach(CASES, name -> name.charAt(0)))
                .isEqualTo(CaseSampler.isExhaustive() ? CASES : List.of("a1", "b2", "c1"));
    }

    @Test
    void is_the_same_in_each_run() {
        assertThat(CASES.stream().filter(name -> CaseSampler.includes(name, 3)))
                .hasSize(CaseSampler.isExhaustive() ? CASES.size() : 2);
    }
}
