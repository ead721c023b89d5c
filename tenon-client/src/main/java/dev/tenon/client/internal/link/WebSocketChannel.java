package dev.tenon.client.internal.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpTarget;
import dev.tenon.transport.Channel;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.Delivery;
import dev.tenon.transport.Outbox;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A WebSocket as a channel, with the subprotocol {@code mcp} if the server has it: each text message is a message. A binary one
 * ends the connection with code 1003. Pings are answered.
 */
public final class WebSocketChannel implements Channel {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketChannel.class);
    private static final int UNSUPPORTED = 1003;
    private static final long CLOSING_MS = 2000;

    private final HttpTarget target;
    private final ClientLimits limits;
    private final ExecutorService executor;
    private final HttpClient client;
    private final Outbox outbox;
    private final AtomicBoolean opened = new AtomicBoolean();
    private final CountDownLatch written = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Ending ending = new Ending();
    private volatile @Nullable WebSocket socket;

    /**
     * A channel that connects when it is opened.
     *
     * @param executor runs its reading and writing, and must live longer
     */
    public WebSocketChannel(HttpTarget target, ClientLimits limits, ExecutorService executor) {
        this.target = target;
        this.limits = limits;
        this.executor = executor;
        this.client = HttpClients.create(target, limits, executor);
        this.outbox = new Outbox(limits.queue());
    }

    /**
     * Connects.
     *
     * @throws ConnectionFailedException when the server opens no WebSocket
     */
    @Override
    public void open(Receiver receiver) {
        if (!opened.compareAndSet(false, true)) {
            throw new IllegalStateException("A channel is opened once");
        }
        Delivery delivery = new Delivery(receiver);
        try {
            WebSocket open = new WebSocketHandshake(target, limits, client).open(new Incoming(delivery));
            socket = open;
            if (ending.isOver()) {
                open.abort();
            }
            executor.execute(() -> write(open));
        } catch (RuntimeException e) {
            end(String.valueOf(e.getMessage()));
            throw e;
        }
        ending.whenOver(delivery::closed);
    }

    private void write(WebSocket open) {
        try {
            for (List<byte[]> batch = outbox.take(1); !batch.isEmpty(); batch = outbox.take(1)) {
                for (byte[] message : batch) {
                    open.sendText(new String(message, UTF_8), true).get();
                }
                outbox.written(batch);
            }
        } catch (ExecutionException e) {
            end(String.valueOf(HttpProblem.failure(target.label(), e.getCause()).getMessage()));
        } catch (InterruptedException e) {
            end("The connection was closed by this client");
        } finally {
            written.countDown();
        }
    }

    @Override
    public void send(byte[] message) {
        accepted(outbox.put(message));
    }

    @Override
    public void enqueue(byte[] message) {
        outbox.enqueue(message);
    }

    @Override
    public boolean trySend(byte[] message) {
        return outbox.tryPut(message);
    }

    @Override
    public void onWritable(Runnable action) {
        outbox.onWritable(action);
    }

    private void accepted(boolean queued) {
        if (!queued) {
            end("The server is too slow in taking messages");
            throw new ChannelClosedException("Closed: the server is too slow in taking messages");
        }
    }

    @Override
    public void close() {
        ending.isFor("The connection was closed by this client");
        outbox.close();
        WebSocket open = socket;
        if (open != null && !ending.isOver()) {
            say(open);
        }
        end("The connection was closed by this client");
    }

    /** The closing handshake, after what is queued; the server has a moment for its part. */
    private void say(WebSocket open) {
        try {
            boolean all = written.await(limits.queue().patience().toMillis(), TimeUnit.MILLISECONDS);
            if (all) {
                open.sendClose(WebSocket.NORMAL_CLOSURE, "").get(CLOSING_MS, TimeUnit.MILLISECONDS);
                if (!closed.await(CLOSING_MS, TimeUnit.MILLISECONDS)) {
                    LOG.debug("{} did not answer the close of a WebSocket", target.label());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            ending.isFor("The connection broke");
        }
    }

    private void end(String why) {
        outbox.abort();
        closed.countDown();
        WebSocket open = socket;
        if (open != null) {
            open.abort();
        }
        HttpClients.stop(client);
        ending.over(why);
    }

    /** Why the channel has ended, for a person. */
    public String ending() {
        return ending.why();
    }

    /** What comes; the next is asked for when the last has been dealt with. */
    private final class Incoming implements WebSocket.Listener {
        private final Delivery delivery;
        private final Fragments fragments = new Fragments(limits.json().bytes());

        Incoming(Delivery delivery) {
            this.delivery = delivery;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            fragments.add(part, last, delivery);
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer part, boolean last) {
            var unused = from.sendClose(UNSUPPORTED, "messages are text")
                    .orTimeout(CLOSING_MS, TimeUnit.MILLISECONDS)
                    .whenComplete((sent, problem) ->
                            end("The server sent a binary message, which is no message of the protocol"));
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            String said = Excerpt.of(reason.getBytes(UTF_8));
            ending.isFor("The server closed the WebSocket with code " + code + (said.isEmpty() ? "" : ": " + said));
            // The answer to it, unless it is one itself; then this fails.
            var unused = from.sendClose(code, "")
                    .orTimeout(CLOSING_MS, TimeUnit.MILLISECONDS)
                    .whenComplete((sent, problem) -> end("The server closed the WebSocket"));
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            end(String.valueOf(HttpProblem.failure(target.label(), error).getMessage()));
        }
    }
}
