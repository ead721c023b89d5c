package dev.tenon.client.internal.transport.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.internal.transport.http.JdkHttpClientFactory;
import dev.tenon.client.internal.transport.http.TextExcerpt;
import dev.tenon.internal.buffer.FragmentAssembler;
import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.transport.GuardedReceiver;
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
 * A WebSocket as a channel, with the subprotocol {@code mcp} if the server has it: each text message is a message. A
 * binary one ends the connection with code 1003. Pings are answered.
 */
public final class WebSocketClientChannel extends NetworkChannel {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketClientChannel.class);
    private static final int CLOSE_UNSUPPORTED_DATA = 1003;
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
    public WebSocketClientChannel(
            HttpTarget target, ClientLimits limits, ExecutorService executor, RuntimeScheduler scheduler) {
        super(target, limits, executor, scheduler);
        this.client = JdkHttpClientFactory.create(target, limits, executor);
    }

    /**
     * Connects.
     *
     * @throws ConnectionFailedException when the server opens no WebSocket
     */
    @Override
    protected void startDelivery(GuardedReceiver delivery) {
        try {
            WebSocket open = new WebSocketConnector(target, clientLimits, client).connect(new SocketListener(delivery));
            socket = open;
            if (closeState.isClosed()) {
                open.abort();
            }
            startWriting();
        } catch (RuntimeException e) {
            terminate(String.valueOf(e.getMessage()));
            throw e;
        }
        closeState.onClose(this::notifyClosed);
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
                                fail(problem);
                            }
                        },
                        executor);
    }

    /** The closing handshake; the server has a moment for its part. */
    @Override
    void closeGracefully(boolean isAllWritten) {
        WebSocket open = socket;
        if (open == null || !isAllWritten) {
            return;
        }
        ExecutionContext.checkCanBlock("close a WebSocket");
        try {
            open.sendClose(WebSocket.NORMAL_CLOSURE, "").get(CLOSING_MS, TimeUnit.MILLISECONDS);
            if (!awaitLatch(closed, CLOSING_MS)) {
                LOG.debug("{} did not answer the close of a WebSocket", target.label());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            closeState.setReason("The connection broke");
        }
    }

    @Override
    void releaseResources() {
        closed.countDown();
        WebSocket open = socket;
        if (open != null) {
            open.abort();
        }
        JdkHttpClientFactory.shutdownNow(client);
    }

    /** What comes; the next is asked for when the last has been dealt with. */
    private final class SocketListener implements WebSocket.Listener {
        private final GuardedReceiver delivery;
        private final FragmentAssembler fragments =
                new FragmentAssembler(clientLimits.json().bytes());

        SocketListener(GuardedReceiver delivery) {
            this.delivery = delivery;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            fragments.add(part.toString().getBytes(UTF_8), last, delivery::onMessage, delivery::onOversizedMessage);
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer part, boolean last) {
            terminateAfter(
                    from.sendClose(CLOSE_UNSUPPORTED_DATA, "messages are text"),
                    "The server sent a binary message; messages of the protocol are text");
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            String said = TextExcerpt.of(reason.getBytes(UTF_8));
            closeState.setReason(
                    "The server closed the WebSocket with code " + code + (said.isEmpty() ? "" : ": " + said));
            // The answer to it, unless it is one itself; then this fails.
            terminateAfter(from.sendClose(code, ""), "The server closed the WebSocket");
            return null;
        }

        /** Ends the channel when the close has left, or does not leave in time. */
        private void terminateAfter(CompletableFuture<?> sent, String why) {
            RuntimeScheduler.TaskHandle late = scheduler.schedule(
                    Duration.ofMillis(CLOSING_MS),
                    () -> HandlerExecutors.executeEvenIfShutDown(executor, () -> terminate(why)));
            var unused = sent.whenComplete((done, problem) -> {
                late.cancel();
                terminate(why);
            });
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            fail(error);
        }
    }
}
