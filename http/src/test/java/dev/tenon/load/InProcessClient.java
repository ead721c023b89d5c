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

/** A client in the same process, which counts the responses to each id. */
final class InProcessClient implements AutoCloseable {
    private final DuplexChannel channel;
    private final CountDownLatch mayRead;
    private final Map<String, Json> answers = new ConcurrentHashMap<>();
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    InProcessClient(McpServer server) {
        this(server, new CountDownLatch(0));
    }

    /** Returns a client that reads nothing until the latch has been counted down. */
    InProcessClient(McpServer server, CountDownLatch mayRead) {
        this.mayRead = mayRead;
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(server.channelLimits());
        channel = pair.left();
        channel.open(new Ears());
        server.connect(pair.right(), "memory", null);
    }

    void send(String message) {
        channel.send(message.getBytes(UTF_8));
    }

    /** Like {@link #send}, but returns false if the server has closed the channel. */
    boolean offer(String message) {
        try {
            send(message);
            return true;
        } catch (ChannelClosedException e) {
            return false;
        }
    }

    /** Sends a request with a new id and waits for its response. */
    Json ask(String id, String message) throws InterruptedException {
        send(message);
        Await.until(() -> answers.containsKey(id));
        return answers.get(id);
    }

    /** Returns the number of responses to that id, which is JSON. */
    int answersTo(Object id) {
        return counts.getOrDefault(id.toString(), 0);
    }

    Map<String, Integer> counts() {
        return counts;
    }

    @Override
    public void close() {
        channel.close();
    }

    private final class Ears implements DuplexChannel.MessageReceiver {
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
                counts.merge(id, 1, Integer::sum);
                answers.put(id, response);
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
