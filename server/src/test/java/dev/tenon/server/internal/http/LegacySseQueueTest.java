package dev.tenon.server.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.server.Limits;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.internal.ManualExecutor;
import dev.tenon.server.internal.RecordingHttpStream;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.DuplexChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the messages that a client posts while it does not read its stream. */
class LegacySseQueueTest {
    private static final int MAX_MESSAGES = 2;
    private static final int MAX_BYTES = 10;

    private final RecordingHttpStream http = new RecordingHttpStream();
    private final ManualExecutor executor = new ManualExecutor();
    private final List<String> received = new ArrayList<>();
    private final List<String> senders = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final BackpressuredStream stream = new BackpressuredStream(
            http,
            new ChannelLimits(1 << 20, 1, 1000, Duration.ofMinutes(1)),
            null,
            new LimitHitCounters(),
            closed -> {});
    private final LegacySseChannel channel = new LegacySseChannel(
            stream,
            new Limits.QueueLimits(MAX_MESSAGES, MAX_BYTES, Duration.ofMinutes(1)),
            executor,
            new CallerPrincipal("alice"),
            () -> events.add("released"));

    private final DuplexChannel.MessageReceiver receiver = new DuplexChannel.MessageReceiver() {
        @Override
        public void onMessage(byte[] message) {
            String text = new String(message, UTF_8);
            received.add(text);
            senders.add(channel.currentPrincipal().name());
            if (text.equals("bad")) {
                throw new IllegalStateException("a receiver");
            }
        }

        @Override
        public void onOversizedMessage() {}

        @Override
        public void onClosed() {
            events.add("closed");
        }
    };

    private void post(String text) {
        byte[] message = text.getBytes(UTF_8);
        channel.deliverOrQueue(message, channel.currentPrincipal(), () -> receiver.onMessage(message));
    }

    private void openAndFillStream() {
        channel.open(receiver);
        stream.enqueueEvenIfFull(new byte[1]);
    }

    @Test
    void messages_are_queued_while_the_stream_is_full_and_delivered_in_order_afterwards() {
        openAndFillStream();
        post("a");
        post("b");
        assertThat(received).isEmpty();

        http.readOne();
        executor.runAll();
        post("c");

        assertThat(received).containsExactly("a", "b", "c");
    }

    @Test
    void a_stream_that_is_full_again_pauses_the_delivery() {
        openAndFillStream();
        post("a");
        http.readOne();
        stream.enqueueEvenIfFull(new byte[1]);
        executor.runAll();
        assertThat(received).isEmpty();

        http.readOne();
        executor.runAll();

        assertThat(received).containsExactly("a");
    }

    @Test
    void posts_are_accepted_up_to_the_limit_and_the_first_one_always() {
        openAndFillStream();
        assertThat(channel.hasPostCapacity(MAX_BYTES + 1)).isTrue();
        post("1234");
        assertThat(channel.hasPostCapacity(MAX_BYTES - 4)).isTrue();
        assertThat(channel.hasPostCapacity(MAX_BYTES - 3)).isFalse();
        post("5");
        assertThat(channel.hasPostCapacity(1)).isFalse();

        http.readOne();
        executor.runAll();

        assertThat(channel.hasPostCapacity(MAX_BYTES + 1)).isTrue();
    }

    @Test
    void a_receiver_that_fails_does_not_stop_the_delivery() {
        openAndFillStream();
        post("bad");
        post("a");
        http.readOne();
        executor.runAll();
        post("b");

        assertThat(received).containsExactly("bad", "a", "b");
    }

    @Test
    void each_queued_message_is_delivered_as_its_own_sender() {
        openAndFillStream();
        channel.deliverOrQueue("a".getBytes(UTF_8), new CallerPrincipal("first"), () -> {});
        channel.deliverOrQueue("b".getBytes(UTF_8), new CallerPrincipal("second"), () -> {});
        assertThat(channel.currentPrincipal().name()).isEqualTo("alice");

        http.readOne();
        executor.runAll();

        assertThat(senders).containsExactly("first", "second");
    }

    @Test
    void a_client_that_disconnects_gets_its_queued_messages_dropped() {
        openAndFillStream();
        post("a");
        stream.abort();
        channel.onStreamClosed();
        executor.runAll();

        assertThat(received).isEmpty();
        assertThat(events).containsExactly("released", "closed");
    }

    @Test
    void a_channel_that_was_closed_before_it_opens_reports_its_end() {
        channel.close();
        channel.open(receiver);

        assertThat(events).containsExactly("released", "closed");
    }

    @Test
    void a_channel_closes_once() {
        channel.open(receiver);
        channel.close();
        channel.close();
        channel.onStreamClosed();

        assertThat(events).containsExactly("released", "closed");
        assertThat(http.ends()).containsExactly("end");
    }

    @Test
    void a_message_for_a_closed_stream_closes_the_channel() {
        channel.open(receiver);
        stream.abort();

        assertThatThrownBy(() -> channel.enqueueEvenIfFull(new byte[1])).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> channel.trySend(new byte[1])).isInstanceOf(ChannelClosedException.class);
        assertThat(events).containsExactly("released", "closed");
    }

    @Test
    void a_message_without_capacity_is_not_sent() {
        openAndFillStream();
        assertThat(channel.trySend("a".getBytes(UTF_8))).isFalse();
        http.readOne();

        assertThat(channel.trySend("a".getBytes(UTF_8))).isTrue();
        assertThat(http.text()).endsWith("event: message\ndata: a\n\n");
    }
}
