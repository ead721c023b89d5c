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
public final class RawConnection implements DuplexChannel.MessageReceiver, AutoCloseable {
    private final DuplexChannel channel;
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final UnaryOperator<Json> responder;

    private RawConnection(DuplexChannel channel, UnaryOperator<Json> responder) {
        this.channel = channel;
        this.responder = responder;
        channel.open(this);
    }

    /** Returns a client that is connected to a server. */
    public static RawConnection connectTo(McpServer server) {
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
        server.connect(pair.left(), "memory", null);
        return new RawConnection(pair.right(), message -> Json.NULL);
    }

    /** Returns a server that responds to each message with the result of a function, or not at all if it is null. */
    static RawConnection serve(DuplexChannel channel, UnaryOperator<Json> responder) {
        return new RawConnection(channel, responder);
    }

    public void send(String text) {
        channel.send(text.getBytes(StandardCharsets.UTF_8));
    }

    Json receive() throws InterruptedException {
        String text = received.poll(30, TimeUnit.SECONDS);
        assertThat(text).as("a received message").isNotNull();
        return Json.parse(text);
    }

    /** Returns the response to a request; skips notifications. */
    public Json sendRequest(String request) throws InterruptedException {
        send(request);
        Json message = receive();
        while (message.get("id") == null) {
            message = receive();
        }
        return message;
    }

    @Override
    public void onMessage(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        received.add(text);
        Json response = responder.apply(Json.parse(text));
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
