package dev.tenon.client.internal.subscription;

import static dev.tenon.client.internal.connection.ClientContext.LOG;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.client.internal.call.CallExecutor;
import dev.tenon.client.internal.connection.Backoff;
import dev.tenon.client.internal.connection.ClientContext;
import dev.tenon.client.internal.connection.ClientExceptions;
import dev.tenon.client.internal.connection.ConnectionProvider;
import dev.tenon.client.internal.connection.McpConnection;
import dev.tenon.client.internal.connection.NegotiatedProtocol;
import dev.tenon.client.internal.connection.OutboundRequest;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.model.ListenParams;
import dev.tenon.model.Meta;
import dev.tenon.model.Methods;
import dev.tenon.model.SubscriptionFilter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one subscription stream open until the subscription is closed (2026-07-28, subscriptions). It blocks no thread.
 */
final class ListenStreamLoop {
    private static final Duration NO_TIMEOUT = Duration.ofDays(10_000);
    /** Streams that end earlier count as short. */
    private static final Duration MIN_STREAM_DURATION = Duration.ofSeconds(10);

    private final ReconnectingSubscription subscription;
    private final ConnectionProvider connections;
    private final ClientContext context;
    private final CallExecutor calls;
    private volatile @Nullable McpClientException lastFailure;
    /** Failures in a row; changed by one task at a time. */
    private volatile int failures;
    /** Short streams in a row; like failures, they increase the delay. */
    private volatile int shortStreams;

    ListenStreamLoop(
            ReconnectingSubscription subscription,
            ConnectionProvider connections,
            ClientContext context,
            CallExecutor calls) {
        this.subscription = subscription;
        this.connections = connections;
        this.context = context;
        this.calls = calls;
    }

    /** Returns the last failure, or null. */
    @Nullable McpClientException lastFailure() {
        return lastFailure;
    }

    /** Connects if necessary and opens the stream. */
    void start() {
        connections.connectAsync(
                Deadline.after(context.limits().connectTimeout()),
                (connection, reason) -> context.executeUnlessClosed(() -> {
                    if (connection == null) {
                        reopenOrGiveUp(null, reason, null);
                    } else {
                        openStream(connection);
                    }
                }));
    }

    private void openStream(McpConnection connection) {
        if (!connection.protocol().isStateless()) {
            reopenOrGiveUp(null, new ConnectionFailedException("The server no longer speaks 2026-07-28"), null);
            return;
        }
        AtomicReference<@Nullable Json> stream = new AtomicReference<>();
        AtomicReference<@Nullable Long> openedAt = new AtomicReference<>();
        Consumer<@Nullable RuntimeException> onClosed = reason -> context.executeUnlessClosed(() -> {
            Json id = stream.get();
            if (id != null) {
                context.listenStreams().unregister(id);
            }
            reopenOrGiveUp(connection, reason, openedAt.get());
        });
        try {
            var unused = connection
                    .callAsync(createRequest(connection, stream, openedAt))
                    .outcomeFuture()
                    .thenApply(McpConnection.ResponseOutcome::takeResult)
                    .whenComplete((closeReason, lastFailure) ->
                            onClosed.accept(lastFailure == null ? null : (RuntimeException) lastFailure.getCause()));
        } catch (RuntimeException e) {
            onClosed.accept(e);
        }
    }

    private OutboundRequest createRequest(
            McpConnection connection,
            AtomicReference<@Nullable Json> stream,
            AtomicReference<@Nullable Long> openedAt) {
        NegotiatedProtocol protocol = connection.protocol();
        Json params = protocol.encodeParams(Methods.LISTEN, listenParams(), Meta.EMPTY, calls.requestMeta());
        Consumer<SubscriptionFilter> onAcknowledged = acknowledged -> {
            openedAt.set(System.nanoTime());
            connections.onCallSuccess();
            subscription.activate(acknowledged);
        };
        Consumer<RequestId> idListener = id -> {
            Runnable onEnd = () -> connection.cancel(id, "The server ended the subscription");
            stream.set(id.json());
            context.listenStreams().register(id.json(), subscription.owner, onAcknowledged, onEnd);
            subscription.setStopAction(() -> connection.cancel(id, "No longer wanted"));
        };
        MirroredHeaders headers = protocol.mirroredHeaders(null);
        Deadline deadline = Deadline.after(NO_TIMEOUT);
        return new OutboundRequest(Methods.LISTEN.name(), params, headers, deadline, null, true, idListener, null);
    }

    private ListenParams listenParams() {
        return ListenParams.of(subscription.requestedFilter);
    }

    /**
     * Reopens the stream after a delay, because it ended or could not be opened, or gives up.
     *
     * @param openedAt when the server acknowledged the stream, in {@link System#nanoTime}; null if it did not
     */
    private void reopenOrGiveUp(
            @Nullable McpConnection connection, @Nullable RuntimeException reason, @Nullable Long openedAt) {
        if (reason != null) {
            McpClientException failure;
            try {
                String closeReason = connection == null ? null : connection.awaitCloseReason();
                failure = ClientExceptions.of(reason, Methods.LISTEN.name(), listenParams(), closeReason);
            } catch (RuntimeException unknown) {
                subscription.fail(new McpClientException("A stream of notifications failed: " + unknown, unknown));
                return;
            }
            lastFailure = failure;
            LOG.debug("A stream of notifications ended: {}", failure.getMessage());
        }
        subscription.deactivate();
        int newFailures = openedAt == null ? failures + 1 : 0;
        failures = newFailures;
        int previousShortStreams = shortStreams;
        if (openedAt != null) {
            shortStreams = System.nanoTime() - openedAt > MIN_STREAM_DURATION.toNanos() ? 0 : previousShortStreams + 1;
        }
        if (subscription.isClosed() || connections.isClosed()) {
            return;
        }
        boolean isRefused = openedAt == null && lastFailure instanceof ServerErrorException;
        if (isRefused || newFailures > context.limits().reconnects()) {
            giveUp(newFailures);
        } else {
            Duration delay = Backoff.delayAfter(
                    Math.max(newFailures + 1, shortStreams), context.limits().reconnectDelay());
            context.scheduler().schedule(delay, this::restart);
        }
    }

    private void restart() {
        if (!subscription.isClosed() && !connections.isClosed()) {
            start();
        }
    }

    private void giveUp(int attempts) {
        McpClientException last = lastFailure;
        McpClientException reason = last == null
                ? new ConnectionFailedException("The server repeatedly ended the subscription before acknowledging it")
                : last;
        LOG.warn("A subscription failed after {} attempts: {}", attempts, reason.getMessage());
        subscription.fail(reason);
    }
}
