package dev.tenon.client.internal.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpTarget;
import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.concurrent.RuntimeScheduler;
import dev.tenon.concurrent.handlers.HandlerThreads;
import dev.tenon.transport.Delivery;
import dev.tenon.transport.FragmentAssembler;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A WebSocket as a channel, with the subprotocol {@code mcp} if the server has it: each text message is a message. A binary one
 * ends the connection with code 1003. Pings are answered.
 */
public final class WebSocketChannel extends NetworkChannel {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketChannel.class);
    private static final int UNSUPPORTED = 1003;
    private static final long CLOSING_MS = 2000;

    private final HttpClient client;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable WebSocket socket;

    /**
     * A channel that connects when it is opened.
     *
     * @param executor runs its reading and writing, and must live longer
     * @param scheduler ends it when the server does not take its close, and must live longer
     */
    public WebSocketChannel(
            HttpTarget target, ClientLimits limits, ExecutorService executor, RuntimeScheduler scheduler) {
        super(target, limits, executor, scheduler);
        this.client = HttpClients.create(target, limits, executor);
    }

    /**
     * Connects.
     *
     * @throws ConnectionFailedException when the server opens no WebSocket
     */
    @Override
    protected void start(Delivery delivery) {
        try {
            WebSocket open = new WebSocketHandshake(target, clientLimits, client).open(new Incoming(delivery));
            socket = open;
            if (ending.isOver()) {
                open.abort();
            }
            startWriting();
        } catch (RuntimeException e) {
            end(String.valueOf(e.getMessage()));
            throw e;
        }
        ending.whenOver(this::ended);
    }

    @Override
    void write(byte[] message, Runnable next, Runnable left) {
        WebSocket open = Objects.requireNonNull(socket);
        var unused = open.sendText(new String(message, UTF_8), true)
                .whenCompleteAsync(
                        (sent, problem) -> {
                            if (problem == null) {
                                left.run();
                                next.run();
                            } else {
                                endBy(problem);
                            }
                        },
                        executor);
    }

    /** The closing handshake; the server has a moment for its part. */
    @Override
    void finish(boolean isAllWritten) {
        WebSocket open = socket;
        if (open == null || !isAllWritten) {
            return;
        }
        ExecutionContext.checkCanBlock("close a WebSocket");
        try {
            open.sendClose(WebSocket.NORMAL_CLOSURE, "").get(CLOSING_MS, TimeUnit.MILLISECONDS);
            if (!isWithin(closed, CLOSING_MS)) {
                LOG.debug("{} did not answer the close of a WebSocket", target.label());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            ending.isFor("The connection broke");
        }
    }

    @Override
    void release() {
        closed.countDown();
        WebSocket open = socket;
        if (open != null) {
            open.abort();
        }
        HttpClients.stop(client);
    }

    /** What comes; the next is asked for when the last has been dealt with. */
    private final class Incoming implements WebSocket.Listener {
        private final Delivery delivery;
        private final FragmentAssembler fragments =
                new FragmentAssembler(clientLimits.json().bytes());

        Incoming(Delivery delivery) {
            this.delivery = delivery;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            fragments.add(part.toString().getBytes(UTF_8), last, delivery::message, delivery::tooLarge);
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer part, boolean last) {
            endAfter(
                    from.sendClose(UNSUPPORTED, "messages are text"),
                    "The server sent a binary message; messages of the protocol are text");
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            String said = Excerpt.of(reason.getBytes(UTF_8));
            ending.isFor("The server closed the WebSocket with code " + code + (said.isEmpty() ? "" : ": " + said));
            // The answer to it, unless it is one itself; then this fails.
            endAfter(from.sendClose(code, ""), "The server closed the WebSocket");
            return null;
        }

        /** Ends the channel when the close has left, or does not leave in time. */
        private void endAfter(CompletableFuture<?> sent, String why) {
            RuntimeScheduler.Task late = scheduler.schedule(
                    Duration.ofMillis(CLOSING_MS), () -> HandlerThreads.runEvenStopped(executor, () -> end(why)));
            var unused = sent.whenComplete((done, problem) -> {
                late.cancel();
                end(why);
            });
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            endBy(error);
        }
    }
}
