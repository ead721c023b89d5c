package dev.tenon.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.json.Json;
import dev.tenon.server.McpServer;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.MemoryChannels;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** A client in the process of the server. It counts the responses to each request id. */
final class InProcessClient implements AutoCloseable {
    private final DuplexChannel channel;
    private final CountDownLatch mayRead;
    private final Map<String, Json> responses = new ConcurrentHashMap<>();
    private final Map<String, Integer> responseCounts = new ConcurrentHashMap<>();

    InProcessClient(McpServer server) {
        this(server, new CountDownLatch(0));
    }

    /** Returns a client that reads nothing until the latch has been counted down. */
    InProcessClient(McpServer server, CountDownLatch mayRead) {
        this.mayRead = mayRead;
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(server.channelLimits());
        channel = pair.left();
        channel.open(new ResponseRecorder());
        server.connect(pair.right(), "memory", null);
    }

    void send(String message) {
        channel.send(message.getBytes(UTF_8));
    }

    /** Like {@link #send}, but returns false if the server has closed the channel. */
    boolean trySend(String message) {
        try {
            send(message);
            return true;
        } catch (ChannelClosedException e) {
            return false;
        }
    }

    /** Sends a request with a new id and waits for its response. */
    Json sendAndReceive(String id, String message) throws InterruptedException {
        send(message);
        Conditions.await(() -> responses.containsKey(id));
        return responses.get(id);
    }

    /** Returns the number of responses to that id, which is JSON. */
    int responseCount(Object id) {
        return responseCounts.getOrDefault(id.toString(), 0);
    }

    Map<String, Integer> responseCounts() {
        return responseCounts;
    }

    @Override
    public void close() {
        channel.close();
    }

    private final class ResponseRecorder implements DuplexChannel.MessageReceiver {
        @Override
        public void onMessage(byte[] message) {
            try {
                mayRead.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            Json response = Json.parse(new String(message, UTF_8));
            if (response.get("method") == null) {
                String id = String.valueOf(response.get("id"));
                responseCounts.merge(id, 1, Integer::sum);
                responses.put(id, response);
            }
        }

        @Override
        public void onOversizedMessage() {
            throw new AssertionError("too large");
        }

        @Override
        public void onClosed() {}
    }
}
