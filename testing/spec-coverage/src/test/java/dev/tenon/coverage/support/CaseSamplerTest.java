package dev.tenon.coverage.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Issue 20, the first part: a quick build runs a sample of the cases of an exhaustive one. */
class CaseSamplerTest {
    private static final List<String> CASES = List.of("a1", "a2", "b1", "b2", "b3", "c1");

    @Test
    void selects_one_of_each_kind_at_rotating_positions() {
        assertThat(CaseSampler.oneOfEach(CASES, name -> name.charAt(0)))
                .isEqualTo(CaseSampler.isExhaustive() ? CASES : List.of("a1", "b2", "c1"));
    }

    @Test
    void is_the_same_in_each_build() {
        assertThat(CASES.stream().filter(name -> CaseSampler.includes(name, 3)))
                .hasSize(CaseSampler.isExhaustive() ? CASES.size() : 2);
    }
}
