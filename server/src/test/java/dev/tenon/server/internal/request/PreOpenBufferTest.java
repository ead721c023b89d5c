package dev.tenon.server.internal.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreOpenBufferTest {
    private static final int CAPACITY = 2;

    private final PreOpenBuffer<String> buffer = new PreOpenBuffer<>(CAPACITY);
    private final List<String> delivered = new ArrayList<>();

    @Test
    void nothing_is_buffered_before_buffering_starts() {
        assertThat(buffer.tryBuffer("a")).isFalse();
        assertThat(buffer.isBuffering()).isFalse();
    }

    @Test
    void messages_are_accepted_up_to_the_capacity_and_delivered_in_order() {
        buffer.startBuffering();
        assertThat(buffer.tryBuffer("a")).isTrue();
        assertThat(buffer.tryBuffer("b")).isTrue();
        assertThat(buffer.tryBuffer("c")).isFalse();
        assertThat(buffer.isBuffering()).isTrue();

        buffer.drainTo(delivered::add);

        assertThat(delivered).containsExactly("a", "b");
        assertThat(buffer.isBuffering()).isFalse();
        assertThat(buffer.tryBuffer("d")).isFalse();
    }

    @Test
    void a_message_that_arrives_during_the_delivery_is_delivered_after_the_others() {
        buffer.startBuffering();
        buffer.tryBuffer("a");
        buffer.tryBuffer("b");

        buffer.drainTo(message -> {
            delivered.add(message);
            if (message.equals("a")) {
                assertThat(buffer.tryBuffer("c")).isTrue();
            }
        });

        assertThat(delivered).containsExactly("a", "b", "c");
    }

    @Test
    void a_message_that_arrives_during_the_delivery_of_the_last_one_does_not_overtake_it() {
        buffer.startBuffering();
        buffer.tryBuffer("a");

        buffer.drainTo(message -> {
            if (message.equals("a")) {
                assertThat(buffer.tryBuffer("b")).isTrue();
            }
            delivered.add(message);
        });

        assertThat(delivered).containsExactly("a", "b");
    }

    @Test
    void an_empty_buffer_stops_buffering_when_it_is_drained() {
        buffer.startBuffering();
        buffer.drainTo(delivered::add);

        assertThat(delivered).isEmpty();
        assertThat(buffer.isBuffering()).isFalse();
    }

    @Test
    void a_consumer_that_fails_loses_only_its_own_message() {
        buffer.startBuffering();
        buffer.tryBuffer("a");
        buffer.tryBuffer("b");
        assertThatThrownBy(() -> buffer.drainTo(message -> {
                    throw new IllegalStateException(message);
                }))
                .hasMessage("a");

        buffer.drainTo(delivered::add);

        assertThat(delivered).containsExactly("b");
    }

    @Test
    void buffering_can_start_again() {
        buffer.startBuffering();
        buffer.drainTo(delivered::add);
        buffer.startBuffering();

        assertThat(buffer.tryBuffer("a")).isTrue();
    }
}
