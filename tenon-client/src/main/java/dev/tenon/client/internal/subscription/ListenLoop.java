package dev.tenon.client.internal.subscription;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.client.internal.call.CallExecutor;
import dev.tenon.client.internal.connection.Backoff;
import dev.tenon.client.internal.connection.ClientContext;
import dev.tenon.client.internal.connection.ClientExceptions;
import dev.tenon.client.internal.connection.ConnectionProvider;
import dev.tenon.client.internal.connection.McpConnection;
import dev.tenon.client.internal.connection.OutboundRequest;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.model.ListenParams;
import dev.tenon.model.Meta;
import dev.tenon.model.Methods;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one stream of notifications open until it is no longer wanted (2026-07-28, subscriptions). No thread waits for
 * it.
 */
final class ListenLoop {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");
    private static final Duration NO_TIMEOUT = Duration.ofDays(10_000);
    /** A stream that ends earlier was short. */
    private static final Duration MIN_STREAM_DURATION = Duration.ofSeconds(10);

    private final ReconnectingSubscription subscription;
    private final ConnectionProvider line;
    private final ClientContext crew;
    private final CallExecutor calls;
    private volatile @Nullable McpClientException problem;
    /** Failures in a row; changed by one step after the other. */
    private volatile int failures;
    /** Streams in a row that began and ended soon; delays grow with them as with failures. */
    private volatile int shortStreams;

    ListenLoop(ReconnectingSubscription watch, ConnectionProvider line, ClientContext crew, CallExecutor calls) {
        this.subscription = watch;
        this.line = line;
        this.crew = crew;
        this.calls = calls;
    }

    /** What went wrong last, or null when nothing has yet. */
    @Nullable McpClientException lastFailure() {
        return problem;
    }

    /** Connects where there is no connection, and opens the stream. */
    void start() {
        line.connectAsync(
                Deadline.after(crew.config().limits().connectTimeout()),
                (connection, why) -> executeLater(() -> {
                    if (connection == null) {
                        reopenOrGiveUp(null, why, null);
                    } else {
                        openStream(connection);
                    }
                }));
    }

    private void executeLater(Runnable step) {
        try {
            crew.executor().execute(step);
        } catch (RejectedExecutionException e) {
            LOG.debug("The client has been closed", e);
        }
    }

    private void openStream(McpConnection connection) {
        if (!connection.protocol().isStateless()) {
            reopenOrGiveUp(null, new ConnectionFailedException("The server no longer speaks 2026-07-28"), null);
            return;
        }
        AtomicReference<@Nullable Json> stream = new AtomicReference<>();
        AtomicReference<@Nullable Long> began = new AtomicReference<>();
        Consumer<@Nullable RuntimeException> over = why -> executeLater(() -> {
            Json id = stream.get();
            if (id != null) {
                crew.listenStreams().unregister(id);
            }
            reopenOrGiveUp(connection, why, began.get());
        });
        try {
            var unused = connection
                    .callAsync(createRequest(connection, stream, began))
                    .outcomeFuture()
                    .thenApply(McpConnection.ResponseOutcome::takeResult)
                    .whenComplete((end, problem) ->
                            over.accept(problem == null ? null : (RuntimeException) problem.getCause()));
        } catch (RuntimeException e) {
            over.accept(e);
        }
    }

    private OutboundRequest createRequest(
            McpConnection connection, AtomicReference<@Nullable Json> stream, AtomicReference<@Nullable Long> began) {
        return OutboundRequest.of(
                        Methods.LISTEN.name(),
                        connection.protocol().encode(Methods.LISTEN, listenParams(), Meta.EMPTY, calls.requestMeta()),
                        connection.protocol().mirroredHeaders(null),
                        Deadline.after(NO_TIMEOUT),
                        null)
                .withIdListener(id -> {
                    stream.set(id.json());
                    crew.listenStreams()
                            .register(
                                    id.json(),
                                    subscription.owner(),
                                    honoured -> {
                                        began.set(System.nanoTime());
                                        line.onCallSuccess();
                                        subscription.activate(honoured);
                                    },
                                    () -> connection.cancel(id, "The server ended the subscription"));
                    subscription.setStopAction(() -> connection.cancel(id, "No longer wanted"));
                });
    }

    private ListenParams listenParams() {
        return ListenParams.of(subscription.requestedFilter());
    }

    /**
     * The stream has ended, or was not opened: opens it again, after a delay, unless that is in vain.
     *
     * @param began when it began, as {@link System#nanoTime} counts; null when it did not
     */
    private void reopenOrGiveUp(
            @Nullable McpConnection connection, @Nullable RuntimeException why, @Nullable Long began) {
        if (why != null) {
            String end = connection == null ? null : connection.end();
            McpClientException failure = ClientExceptions.of(why, Methods.LISTEN.name(), listenParams(), end);
            problem = failure;
            LOG.debug("A stream of notifications ended: {}", failure.getMessage());
        }
        subscription.deactivate();
        int inVain = began == null ? failures + 1 : 0;
        failures = inVain;
        int before = shortStreams;
        if (began != null) {
            shortStreams = System.nanoTime() - began > MIN_STREAM_DURATION.toNanos() ? 0 : before + 1;
        }
        if (subscription.isClosed() || line.isClosed()) {
            return;
        }
        boolean isRefused = began == null && problem instanceof ServerErrorException;
        if (isRefused || inVain > crew.config().limits().reconnects()) {
            giveUp(inVain);
        } else {
            Duration delay = Backoff.delayAfter(
                    Math.max(inVain + 1, shortStreams), crew.config().limits().reconnectDelay());
            crew.scheduler().schedule(delay, this::restart);
        }
    }

    private void restart() {
        if (!subscription.isClosed() && !line.isClosed()) {
            start();
        }
    }

    private void giveUp(int tries) {
        McpClientException last = problem;
        McpClientException reason = last == null
                ? new ConnectionFailedException("The server ends the subscription each time before it begins")
                : last;
        LOG.warn("A subscription is given up after {} tries: {}", tries, reason.getMessage());
        subscription.fail(reason);
    }
}
