package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.server.McpServer;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.MemoryChannels;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** One side of a connection that sends and reads raw messages. */
final class RawConnection implements DuplexChannel.MessageReceiver, AutoCloseable {
    private final DuplexChannel channel;
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final UnaryOperator<Json> answering;

    private RawConnection(DuplexChannel channel, UnaryOperator<Json> answering) {
        this.channel = channel;
        this.answering = answering;
        channel.open(this);
    }

    /** Creates a client of a server. */
    static RawConnection to(McpServer server) {
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
        server.connect(pair.left(), "memory", null);
        return new RawConnection(pair.right(), message -> Json.NULL);
    }

    /** Creates a server that responds to each message with the result of a function, or not if it is null. */
    static RawConnection serving(DuplexChannel channel, UnaryOperator<Json> answering) {
        return new RawConnection(channel, answering);
    }

    void send(String text) {
        channel.send(text.getBytes(StandardCharsets.UTF_8));
    }

    Json heard() throws InterruptedException {
        String text = received.poll(30, TimeUnit.SECONDS);
        assertThat(text).as("something is heard").isNotNull();
        return Json.parse(text);
    }

    @Override
    public void onMessage(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        received.add(text);
        Json response = answering.apply(Json.parse(text));
        if (!response.isNull()) {
            send(response.toString());
        }
    }

    @Override
    public void onOversizedMessage() {
        received.add("\"too large\"");
    }

    @Override
    public void onClosed() {
        received.add("\"closed\"");
    }

    @Override
    public void close() {
        channel.close();
    }
}
