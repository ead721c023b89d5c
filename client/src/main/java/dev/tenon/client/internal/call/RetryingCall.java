package dev.tenon.client.internal.call;

import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.internal.connection.ClientExceptions;
import dev.tenon.client.internal.connection.McpConnection;
import dev.tenon.client.internal.connection.OutboundRequest;
import dev.tenon.client.internal.connection.OutcomeCallback;
import dev.tenon.client.internal.connection.WaitingThreadExecutor;
import dev.tenon.client.internal.transport.SessionLostException;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import dev.tenon.model.ProgressParams;
import dev.tenon.model.ProgressToken;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call, from its first attempt to its outcome: connects if necessary, sends the request, and sends it again on a
 * new connection if the connection was lost and repetition is safe. {@link #start} never blocks; steps that may block
 * run on the executor.
 */
final class RetryingCall<T> {
    private final CallExecutor calls;
    private final CallOperation<T> operation;
    private final Executor executor;
    private final OutcomeCallback<T> callback;
    private int attempts;
    private volatile @Nullable ProgressToken token;
    private volatile McpConnection.@Nullable SentRequest pending;

    /**
     * Creates a call; {@link #start} starts it.
     *
     * @param executor runs the steps that may block, and everything after a failure
     * @param callback receives the outcome, once
     */
    RetryingCall(CallExecutor calls, CallOperation<T> operation, Executor executor, OutcomeCallback<T> callback) {
        this.calls = calls;
        this.operation = operation;
        this.executor = executor;
        this.callback = callback;
    }

    void start() {
        McpConnection current = calls.connections.currentConnection();
        if (current != null) {
            attempt(current);
            return;
        }
        calls.connections.connectAsync(
                operation.deadline,
                (connection, failure) -> executeBlocking(() -> {
                    if (connection == null) {
                        callback.onComplete(null, failure);
                    } else {
                        attempt(connection);
                    }
                }));
    }

    private void attempt(McpConnection connection) {
        try {
            if (operation.prepareAndTestNonBlocking(connection) && connection.canSendWithoutBlocking()) {
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
        var unused = sent.outcomeFuture().thenAccept(response -> onOutcome(connection, response));
    }

    private OutboundRequest createRequest(McpConnection connection) {
        Consumer<ProgressParams> progress = operation.options.progressListener();
        token = progress == null ? null : calls.context.progress().register(progress, operation.deadline);
        Json params = operation.encodeParams(connection, token);
        return new OutboundRequest(
                operation.method.name(),
                params,
                operation.mirroredHeaders(connection, params).withRepeatable(operation.options.resend()),
                operation.deadline,
                operation.options.cancellation(),
                true,
                id -> {},
                operation.owner);
    }

    private void onRequestEnd() {
        calls.context.progress().unregisterAndAwaitDelivery(token);
        operation.awaitRequestNotifications();
    }

    /**
     * Handles a response of usual size on the current event loop or reader thread, unless the caller waits for it, and
     * any other outcome where blocking is allowed.
     */
    private void onOutcome(McpConnection connection, McpConnection.ResponseOutcome outcome) {
        if (!ThreadBlockingContext.current().canBlock()
                && outcome.call().hasResponseWithin(ThreadBlockingContext.MAX_INLINE_BYTES)
                && calls.context.notifications().isIdle()
                && !(executor instanceof WaitingThreadExecutor)) {
            completeOrResend(connection, outcome);
        } else {
            executeBlocking(() -> completeOrResend(connection, outcome));
        }
    }

    private void completeOrResend(McpConnection connection, McpConnection.ResponseOutcome outcome) {
        T result;
        try {
            Json response;
            try {
                response = outcome.takeResult();
            } finally {
                onRequestEnd();
            }
            result = operation.decodeResult(connection, response);
            calls.connections.onCallSuccess();
        } catch (RuntimeException e) {
            executeBlocking(() -> retryOrFail(connection, e));
            return;
        } catch (StackOverflowError e) {
            callback.onFailure(new IllegalStateException("The response is nested too deeply", e));
            return;
        }
        if (result == null) {
            send(connection);
        } else {
            callback.onSuccess(result);
        }
    }

    /** Tries again if repetition is safe; otherwise completes the call. */
    private void retryOrFail(McpConnection connection, RuntimeException e) {
        McpClientException failure;
        try {
            failure = ClientExceptions.of(e, operation.method.name(), operation.params, connection.awaitCloseReason());
        } catch (RuntimeException unknown) {
            callback.onFailure(unknown);
            return;
        }
        boolean sessionLost = failure instanceof SessionLostException;
        if (sessionLost) {
            connection.close();
        }
        boolean retry = !(e instanceof HttpStatusException)
                && failure instanceof ConnectionFailedException
                && (sessionLost || operation.options.resend())
                && !calls.connections.isClosed()
                && ++attempts <= calls.context.limits().reconnects();
        if (retry) {
            pending = null;
            start();
        } else {
            callback.onFailure(failure);
        }
    }

    private void executeBlocking(Runnable step) {
        HandlerExecutors.executeEvenIfShutDown(executor, step);
    }

    /** Cancels the call because the waiting thread was interrupted. */
    void interrupt() {
        McpConnection.SentRequest sent = pending;
        if (sent == null) {
            callback.onFailure(new CallCancelledException("Interrupted while waiting for the connection"));
        } else {
            sent.interrupt();
        }
    }
}
