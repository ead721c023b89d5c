package dev.tenon.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuardedReceiverTest {
    private final List<String> events = new ArrayList<>();
    private Runnable action = () -> {};
    private final GuardedReceiver receiver = new GuardedReceiver(new DuplexChannel.MessageReceiver() {
        @Override
        public void onMessage(byte[] message) {
            record("message");
        }

        @Override
        public void onOversizedMessage() {
            record("oversized");
        }

        @Override
        public void onSlowPeer() {
            record("slow");
        }

        @Override
        public void onClosed() {
            record("closed");
        }
    });

    private void record(String event) {
        events.add(event);
        action.run();
    }

    private void failWith(Throwable failure) {
        action = () -> GuardedReceiverTest.<RuntimeException>throwUnchecked(failure);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwUnchecked(Throwable failure) throws T {
        throw (T) failure;
    }

    @Test
    void a_receiver_that_throws_gets_the_next_message() {
        failWith(new IllegalStateException("expected by the test"));
        receiver.onMessage(new byte[1]);
        receiver.onOversizedMessage();
        receiver.onMessage(new byte[1]);

        assertThat(events).containsExactly("message", "oversized", "message");
    }

    @Test
    void a_stack_overflow_of_one_message_does_not_end_the_delivery() {
        failWith(new StackOverflowError());
        receiver.onMessage(new byte[1]);
        receiver.onMessage(new byte[1]);

        assertThat(events).hasSize(2);
    }

    @Test
    void an_error_of_the_jvm_is_passed_on() {
        failWith(new OutOfMemoryError("expected by the test"));

        assertThatThrownBy(() -> receiver.onMessage(new byte[1])).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void nothing_is_delivered_after_the_close() {
        receiver.onClosed();
        receiver.onMessage(new byte[1]);
        receiver.onOversizedMessage();
        receiver.onSlowPeer();
        receiver.deliver(() -> events.add("custom"));

        assertThat(events).containsExactly("closed");
    }

    @Test
    void the_close_is_reported_once_even_if_the_receiver_fails() {
        failWith(new IllegalStateException("expected by the test"));
        receiver.onClosed();
        receiver.onClosed();

        assertThat(events).containsExactly("closed");
    }

    @Test
    void a_receiver_that_closes_the_channel_in_its_last_call_is_not_called_again() {
        action = receiver::onClosed;
        receiver.onMessage(new byte[1]);
        receiver.onMessage(new byte[1]);

        assertThat(events).containsExactly("message", "closed");
    }
}
