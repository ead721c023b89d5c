package dev.tenon.client.internal.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.MemoryChannels;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ChannelTransportTest {
    private static final ChannelLimits LIMITS = new ChannelLimits(100, 4, 1000, Duration.ofMillis(200));

    private final MemoryChannels.ChannelPair pair = MemoryChannels.pair(LIMITS);
    private final RecordingListener listener = new RecordingListener();
    private final ChannelTransport transport = new ChannelTransport(pair.left(), () -> "The server has ended");

    /** Records the messages that the server side receives. */
    private static final class MessageRecorder implements DuplexChannel.MessageReceiver {
        final LinkedBlockingQueue<String> messages = new LinkedBlockingQueue<>();

        @Override
        public void onMessage(byte[] message) {
            messages.add(new String(message, UTF_8));
        }

        @Override
        public void onOversizedMessage() {}

        @Override
        public void onClosed() {}
    }

    @Test
    void messages_pass_in_both_directions_without_an_exchange() throws Exception {
        MessageRecorder recorder = new MessageRecorder();
        pair.right().open(recorder);
        transport.open(listener);
        transport.send(new Request(RequestId.of(1), "ping", null), MirroredHeaders.NONE);
        assertThat(recorder.messages.poll(20, TimeUnit.SECONDS))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
        pair.right().send("{}".getBytes(UTF_8));
        assertThat(listener.nextEvent()).isEqualTo(new RecordingListener.Event("message", null, "{}", null));
        pair.right().send(new byte[101]);
        listener.nextEvent("oversized");
        assertThat(transport.isHttp()).isFalse();
        assertThat(transport.abandon(RequestId.of(1))).isFalse();
        transport.close();
    }

    @Test
    void the_close_is_reported_once_with_its_reason_and_nothing_is_sent_afterwards() throws Exception {
        pair.right().open(new MessageRecorder());
        assertThat(transport.isOpen()).isFalse();
        transport.open(listener);
        assertThat(transport.isOpen()).isTrue();
        pair.right().close();
        assertThat(listener.nextEvent("closed").text()).isEqualTo("The server has ended");
        assertThat(transport.isOpen()).isFalse();
        assertThatThrownBy(() -> transport.send(new Request(RequestId.of(1), "ping", null), MirroredHeaders.NONE))
                .isInstanceOf(ConnectionFailedException.class)
                .hasMessageContaining("The server has ended");
        transport.close();
        assertThat(listener.hasNoEvent(100)).isTrue();
    }
}
