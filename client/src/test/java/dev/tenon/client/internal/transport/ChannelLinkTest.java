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

class ChannelLinkTest {
    private static final ChannelLimits LIMITS = new ChannelLimits(100, 4, 1000, Duration.ofMillis(200));

    private final MemoryChannels.ChannelPair pair = MemoryChannels.pair(LIMITS);
    private final Heard heard = new Heard();
    private final ChannelTransport link = new ChannelTransport(pair.left(), () -> "It went home");

    /** The server side, which records the received messages. */
    private static final class Server implements DuplexChannel.MessageReceiver {
        final LinkedBlockingQueue<String> received = new LinkedBlockingQueue<>();

        @Override
        public void onMessage(byte[] message) {
            received.add(new String(message, UTF_8));
        }

        @Override
        public void onOversizedMessage() {}

        @Override
        public void onClosed() {}
    }

    @Test
    void messages_pass_in_both_directions_without_an_exchange() throws Exception {
        Server server = new Server();
        pair.right().open(server);
        link.open(heard);
        link.send(new Request(RequestId.of(1), "ping", null), MirroredHeaders.NONE);
        assertThat(server.received.poll(20, TimeUnit.SECONDS))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
        pair.right().send("{}".getBytes(UTF_8));
        assertThat(heard.next()).isEqualTo(new Heard.Event("message", null, "{}", null));
        pair.right().send(new byte[101]);
        heard.next("tooLarge");
        assertThat(link.isHttp()).isFalse();
        assertThat(link.abandon(RequestId.of(1))).isFalse();
        link.close();
    }

    @Test
    void the_close_is_reported_once_with_its_reason_and_nothing_is_sent_afterwards() throws Exception {
        pair.right().open(new Server());
        assertThat(link.isOpen()).isFalse();
        link.open(heard);
        assertThat(link.isOpen()).isTrue();
        pair.right().close();
        assertThat(heard.next("closed").text()).isEqualTo("It went home");
        assertThat(link.isOpen()).isFalse();
        assertThatThrownBy(() -> link.send(new Request(RequestId.of(1), "ping", null), MirroredHeaders.NONE))
                .isInstanceOf(ConnectionFailedException.class)
                .hasMessageContaining("It went home");
        link.close();
        assertThat(heard.isQuietFor(100)).isTrue();
    }
}
