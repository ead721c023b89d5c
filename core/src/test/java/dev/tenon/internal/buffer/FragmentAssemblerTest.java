package dev.tenon.internal.buffer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FragmentAssemblerTest {
    private final List<String> received = new ArrayList<>();
    private final FragmentAssembler fragments = new FragmentAssembler(20_000);

    private void add(String fragment, boolean last) {
        fragments.add(
                fragment.getBytes(UTF_8),
                last,
                message -> received.add(new String(message, UTF_8)),
                () -> received.add("too large"));
    }

    @Test
    void fragments_become_one_message() {
        add("a", false);
        add("b", false);
        assertThat(fragments.hasPartialMessage()).isTrue();
        add("c", true);
        assertThat(fragments.hasPartialMessage()).isFalse();
        add("d", true);
        assertThat(received).containsExactly("abc", "d");
    }

    @Test
    void an_oversized_message_is_discarded_and_the_next_one_is_delivered() {
        add("x".repeat(8000), false);
        add("x".repeat(12_001), false);
        add("x", true);
        assertThat(fragments.hasPartialMessage()).isFalse();
        add("next", true);
        assertThat(received).containsExactly("too large", "next");
    }
}
