package dev.tenon.client.internal.call;

import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.internal.connection.CallerThreadExecutor;
import dev.tenon.client.internal.connection.ClientContext;
import dev.tenon.client.internal.connection.ClientExceptions;
import dev.tenon.client.internal.connection.ConnectionProvider;
import dev.tenon.client.internal.connection.McpConnection;
import dev.tenon.client.internal.connection.OutboundRequest;
import dev.tenon.client.internal.connection.OutcomeCallback;
import dev.tenon.client.internal.transport.SessionLostException;
import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.json.Json;
import dev.tenon.model.ProgressParams;
import dev.tenon.model.ProgressToken;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call, from its first attempt to its outcome: connects where there is no connection, sends, and sends again over
 * another connection where the first was lost and that does no harm. {@link #start} never blocks; steps that may block
 * run on the executor.
 */
final class RetryingCall<T> {
    private final ConnectionProvider connections;
    private final ClientContext context;
    private final CallOperation<T> operation;
    private final Executor executor;
    private final OutcomeCallback<T> callback;
    private int attempts;
    private volatile @Nullable ProgressToken token;
    private volatile McpConnection.@Nullable SentRequest pending;

    /**
     * A call that has not begun.
     *
     * @param executor runs the steps that may block, and all that follows a failure
     * @param end told the outcome, once
     */
    RetryingCall(
            ConnectionProvider line,
            ClientContext crew,
            CallOperation<T> operation,
            Executor executor,
            OutcomeCallback<T> end) {
        this.connections = line;
        this.context = crew;
        this.operation = operation;
        this.executor = executor;
        this.callback = end;
    }

    void start() {
        McpConnection ready = connections.currentConnection();
        if (ready != null) {
            attempt(ready);
            return;
        }
        connections.connectAsync(
                operation.deadline,
                (made, why) -> executeBlocking(() -> {
                    if (made == null) {
                        callback.onComplete(null, why);
                    } else {
                        attempt(made);
                    }
                }));
    }

    private void attempt(McpConnection connection) {
        try {
            if (operation.isReadyWithoutBlocking(connection) && connection.canSendWithoutBlocking()) {
                send(connection);
            } else {
                executeBlocking(() -> send(connection));
            }
        } catch (RuntimeException e) {
            executeBlocking(() -> retryOrFail(connection, e));
        }
    }

    private void send(McpConnection connection) {
        McpConnection.SentRequest sent;
        try {
            sent = connection.callAsync(createRequest(connection));
        } catch (RuntimeException e) {
            executeBlocking(() -> {
                onRequestEnd();
                retryOrFail(connection, e);
            });
            return;
        }
        pending = sent;
        var unused = sent.outcomeFuture().thenAccept(answer -> onOutcome(connection, answer));
    }

    private OutboundRequest createRequest(McpConnection connection) {
        Consumer<ProgressParams> progress = operation.options.progressListener();
        token = progress == null ? null : context.progress().register(progress, operation.deadline);
        Json params = operation.encode(connection, token);
        return new OutboundRequest(
                operation.method.name(),
                params,
                operation.mirroredHeaders(connection, params).repeatable(operation.options.resend()),
                operation.deadline,
                operation.options.cancellation(),
                true,
                id -> {},
                operation.context);
    }

    private void onRequestEnd() {
        context.progress().unregister(token);
        operation.onRequestEnd();
    }

    /** Takes a usual answer on an event loop or reader thread, and any other outcome where it may block. */
    private void onOutcome(McpConnection connection, McpConnection.ResponseOutcome settled) {
        if (!ExecutionContext.current().canBlock()
                && settled.hasResponseWithin(ExecutionContext.MAX_INLINE_BYTES)
                && context.notifications().isIdle()
                && !isCallerBlocked()) {
            complete(connection, settled);
        } else {
            executeBlocking(() -> complete(connection, settled));
        }
    }

    private boolean isCallerBlocked() {
        return executor instanceof CallerThreadExecutor;
    }

    private void complete(McpConnection connection, McpConnection.ResponseOutcome settled) {
        T result;
        try {
            Json answer;
            try {
                answer = settled.takeResult();
            } finally {
                onRequestEnd();
            }
            result = operation.decodeResult(connection, answer);
            connections.onCallSuccess();
        } catch (RuntimeException e) {
            executeBlocking(() -> retryOrFail(connection, e));
            return;
        } catch (StackOverflowError e) {
            callback.onFailure(new IllegalStateException("An answer is nested too deeply to be read", e));
            return;
        }
        if (result == null) {
            send(connection);
        } else {
            callback.onSuccess(result);
        }
    }

    /** Tries again where that does no harm, else ends the call. */
    private void retryOrFail(McpConnection connection, RuntimeException e) {
        McpClientException failure;
        try {
            failure = ClientExceptions.of(e, operation.method.name(), operation.params, connection.end());
        } catch (RuntimeException unknown) {
            callback.onFailure(unknown);
            return;
        }
        boolean answered = e instanceof HttpStatusException;
        boolean lost = failure instanceof SessionLostException;
        if (lost) {
            connection.close();
        }
        boolean again = !answered
                && failure instanceof ConnectionFailedException
                && (lost || operation.options.resend())
                && !connections.isClosed()
                && ++attempts <= context.config().limits().reconnects();
        if (again) {
            pending = null;
            start();
        } else {
            callback.onFailure(failure);
        }
    }

    private void executeBlocking(Runnable step) {
        HandlerExecutors.executeEvenIfShutDown(executor, step);
    }

    /** The thread that waits for the outcome was interrupted: ends the call. */
    void interrupt() {
        McpConnection.SentRequest sent = pending;
        if (sent == null) {
            callback.onFailure(new CallCancelledException("Interrupted while waiting for the connection"));
        } else {
            sent.interrupt();
        }
    }
}
