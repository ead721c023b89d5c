package dev.tenon.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Issue 20, the first part: a usual run tries a sample of what an exhaustive one tries. */
class SampleTest {
    private static final List<String> CASES = List.of("a1", "a2", "b1", "b2", "b3", "c1");

    @Test
    void has_one_of_each_kind_and_each_way_in_its_turn() {
        assertThat(Sample.oneOfEach(CASES, name -> name.charAt(0)))
                .isEqualTo(Sample.isExhaustive() ? CASES : List.of("a1", "b2", "c1"));
    }

    @Test
    void is_the_same_in_each_run() {
        assertThat(CASES.stream().filter(name -> Sample.has(name, 3)))
                .hasSize(Sample.isExhaustive() ? CASES.size() : 2);
    }
}
