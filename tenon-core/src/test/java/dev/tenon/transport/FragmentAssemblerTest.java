package dev.tenon.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FragmentAssemblerTest {
    private final List<String> heard = new ArrayList<>();
    private final MemoryBudget budget = new MemoryBudget(10_000);
    private final FragmentAssembler fragments = new FragmentAssembler(20_000, budget);
    private final Delivery target = new Delivery(new Channel.Receiver() {
        @Override
        public void message(byte[] message) {
            heard.add(new String(message, UTF_8));
        }

        @Override
        public void tooLarge() {
            heard.add("too large");
        }

        @Override
        public void closed() {}
    });

    private boolean add(String fragment, boolean last) {
        return fragments.add(fragment.getBytes(UTF_8), last, target);
    }

    @Test
    void fragments_become_one_message() {
        assertThat(add("a", false)).isTrue();
        assertThat(add("b", false)).isTrue();
        assertThat(add("c", true)).isTrue();
        assertThat(add("d", true)).isTrue();
        assertThat(heard).containsExactly("abc", "d");
    }

    @Test
    void a_message_that_is_too_large_is_thrown_away_and_the_next_one_is_not() {
        add("x".repeat(8000), false);
        add("x".repeat(12_001), false);
        add("x", true);
        assertThat(budget.used()).isZero();
        add("next", true);
        assertThat(heard).containsExactly("too large", "next");
    }

    @Test
    void what_has_begun_takes_memory_of_the_budget_until_it_is_whole() {
        FragmentAssembler other = new FragmentAssembler(20_000, budget);
        assertThat(add("x".repeat(9000), false)).isTrue();
        assertThat(budget.used()).isPositive();
        assertThat(other.add(new byte[9000], false, target)).isFalse();
        add("", true);
        assertThat(budget.used()).isZero();
        assertThat(heard).hasSize(1);
    }
}
