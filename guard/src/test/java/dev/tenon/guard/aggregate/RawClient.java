package dev.tenon.guard.aggregate;

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

/** A client that sends and reads raw messages. */
final class RawClient implements DuplexChannel.MessageReceiver, AutoCloseable {
    private final DuplexChannel channel;
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

    RawClient(McpServer server) {
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
        server.connect(pair.left(), "memory", null);
        channel = pair.right();
        channel.open(this);
    }

    void send(String text) {
        channel.send(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the response to a request; skips notifications. */
    Json sendRequest(String request) throws InterruptedException {
        send(request);
        while (true) {
            String text = received.poll(20, TimeUnit.SECONDS);
            assertThat(text).as("a response to " + request).isNotNull();
            Json message = Json.parse(text);
            if (message.get("id") != null) {
                return message;
            }
        }
    }

    @Override
    public void onMessage(byte[] bytes) {
        received.add(new String(bytes, StandardCharsets.UTF_8));
    }

    @Override
    public void onOversizedMessage() {
        received.add("{\"id\":\"too large\"}");
    }

    @Override
    public void onClosed() {
        received.add("{\"id\":\"closed\"}");
    }

    @Override
    public void close() {
        channel.close();
    }
}
