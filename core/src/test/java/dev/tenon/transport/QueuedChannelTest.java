package dev.tenon.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueuedChannelTest {
    private static final ChannelLimits LIMITS = new ChannelLimits(1000, 1, 1000, Duration.ZERO);

    private final List<String> events = new ArrayList<>();
    private final RecordingChannel channel = new RecordingChannel();

    /** A channel without a writer, so that its queue fills. */
    private final class RecordingChannel extends QueuedChannel {
        RecordingChannel() {
            super(new SendQueue(LIMITS), LIMITS);
        }

        @Override
        protected void startDelivery(GuardedReceiver target) {
            events.add("started");
        }

        @Override
        protected void closeSlowPeer() {
            events.add("slow");
            notifySlowPeer();
            close();
        }

        @Override
        protected void onQueued() {
            events.add("queued");
        }

        @Override
        public void close() {
            sendQueue.abort();
            notifyClosed();
        }

        void write() {
            sendQueue.markWritten(sendQueue.poll(LIMITS.maxQueuedBytes()));
        }
    }

    @Test
    void the_writer_is_notified_only_of_messages_that_are_queued() {
        assertThat(channel.trySend(new byte[1])).isTrue();
        assertThat(channel.trySend(new byte[1])).isFalse();
        channel.enqueueEvenIfFull(new byte[1]);

        assertThat(events).containsExactly("queued", "queued");
    }

    @Test
    void a_send_that_times_out_closes_the_channel_before_it_fails() {
        RecordingReceiver receiver = new RecordingReceiver();
        channel.open(receiver);
        channel.send(new byte[1]);

        assertThatThrownBy(() -> channel.send(new byte[1]))
                .isInstanceOf(ChannelClosedException.class)
                .hasMessageContaining("write timeout");
        assertThat(events).containsExactly("started", "queued", "slow");
        assertThat(receiver.closeCount()).isEqualTo(1);
    }

    @Test
    void a_message_for_a_closed_channel_is_neither_queued_nor_announced() {
        channel.close();

        assertThatThrownBy(() -> channel.send(new byte[1])).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> channel.trySend(new byte[1])).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> channel.enqueueEvenIfFull(new byte[1])).isInstanceOf(ChannelClosedException.class);
        assertThat(events).isEmpty();
    }

    @Test
    void a_channel_is_not_opened_twice_and_keeps_its_receiver() {
        RecordingReceiver first = new RecordingReceiver();
        RecordingReceiver second = new RecordingReceiver();
        channel.open(first);

        assertThatThrownBy(() -> channel.open(second)).isInstanceOf(IllegalStateException.class);
        channel.close();
        assertThat(first.closeCount()).isEqualTo(1);
        assertThat(second.closeCount()).isZero();
    }

    @Test
    void reading_continues_without_waiting_for_a_receiver_that_does_not_request_pauses() {
        channel.trySend(new byte[1]);

        assertThat(channel.awaitCapacityOrClose(new GuardedReceiver(new RecordingReceiver())))
                .isTrue();
        assertThat(events).doesNotContain("slow");
    }

    @Test
    void reading_ends_if_the_queue_stays_full_for_the_write_timeout() {
        channel.trySend(new byte[1]);

        assertThat(channel.awaitCapacityOrClose(new GuardedReceiver(new PausingReceiver())))
                .isFalse();
        assertThat(events).endsWith("slow");
    }

    @Test
    void an_action_that_sends_when_the_channel_is_writable_fills_the_queue_again() {
        channel.trySend(new byte[1]);
        channel.onWritable(() -> events.add("sent=" + channel.trySend(new byte[1])));
        channel.write();

        assertThat(events).containsExactly("queued", "queued", "sent=true");
        assertThat(channel.trySend(new byte[1])).isFalse();
    }

    /** A receiver of a server, which stops reading while responses wait. */
    private static final class PausingReceiver implements DuplexChannel.MessageReceiver {
        @Override
        public boolean pausesReadingWhenFull() {
            return true;
        }

        @Override
        public void onMessage(byte[] message) {
            throw new AssertionError("no message is received");
        }

        @Override
        public void onOversizedMessage() {
            throw new AssertionError("no message is received");
        }

        @Override
        public void onClosed() {
            // Nothing to release.
        }
    }
}
