package dev.tenon.client.internal;

import dev.tenon.client.CallCancelledException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpStatusException;
import dev.tenon.client.McpClientException;
import dev.tenon.client.internal.link.SessionLostException;
import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.concurrent.handlers.HandlerThreads;
import dev.tenon.json.Json;
import dev.tenon.model.ProgressParams;
import dev.tenon.model.ProgressToken;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call, from its first attempt to its outcome: connects where there is no connection, sends, and sends again over another
 * connection where the first was lost and that does no harm. {@link #start} never blocks; steps that may block run on the executor.
 */
final class CallRun<T> {
    private final Line line;
    private final Crew crew;
    private final Operation<T> operation;
    private final Executor executor;
    private final Completion<T> end;
    private int attempts;
    private volatile @Nullable ProgressToken token;
    private volatile Connection.@Nullable Pending pending;

    /**
     * A call that has not begun.
     *
     * @param executor runs the steps that may block, and all that follows a failure
     * @param end told the outcome, once
     */
    CallRun(Line line, Crew crew, Operation<T> operation, Executor executor, Completion<T> end) {
        this.line = line;
        this.crew = crew;
        this.operation = operation;
        this.executor = executor;
        this.end = end;
    }

    void start() {
        Connection ready = line.current();
        if (ready != null) {
            attempt(ready);
            return;
        }
        line.connect(
                operation.deadline,
                (made, why) -> blocking(() -> {
                    if (made == null) {
                        end.settled(null, why);
                    } else {
                        attempt(made);
                    }
                }));
    }

    private void attempt(Connection connection) {
        try {
            if (operation.isReady(connection) && connection.canSendNow()) {
                send(connection);
            } else {
                blocking(() -> send(connection));
            }
        } catch (RuntimeException e) {
            blocking(() -> failed(connection, e));
        }
    }

    private void send(Connection connection) {
        Connection.Pending sent;
        try {
            sent = connection.begin(request(connection));
        } catch (RuntimeException e) {
            blocking(() -> {
                ended();
                failed(connection, e);
            });
            return;
        }
        pending = sent;
        var unused = sent.settled().thenAccept(answer -> settled(connection, answer));
    }

    private Outgoing request(Connection connection) {
        Consumer<ProgressParams> progress = operation.options.progress();
        token = progress == null ? null : crew.progress().begin(progress, operation.deadline);
        Json params = operation.write(connection, token);
        return new Outgoing(
                operation.method.name(),
                params,
                operation.envelope(connection, params).repeatable(operation.options.resend()),
                operation.deadline,
                operation.options.cancellation(),
                true,
                id -> {},
                operation.owner);
    }

    private void ended() {
        crew.progress().done(token);
        operation.ended();
    }

    /** Takes a usual answer on an event loop or reader thread, and any other outcome where it may block. */
    private void settled(Connection connection, Connection.Settled settled) {
        if (!ExecutionContext.current().canBlock()
                && settled.isAnswered(ExecutionContext.MAX_INLINE_BYTES)
                && crew.notices().isQuiet()
                && !isCaller()) {
            finish(connection, settled);
        } else {
            blocking(() -> finish(connection, settled));
        }
    }

    private boolean isCaller() {
        return executor instanceof CallerThread;
    }

    private void finish(Connection connection, Connection.Settled settled) {
        T result;
        try {
            Json answer;
            try {
                answer = settled.outcome();
            } finally {
                ended();
            }
            result = operation.result(connection, answer);
            line.worked();
        } catch (RuntimeException e) {
            blocking(() -> failed(connection, e));
            return;
        } catch (StackOverflowError e) {
            end.failed(new IllegalStateException("An answer is nested too deeply to be read", e));
            return;
        }
        if (result == null) {
            send(connection);
        } else {
            end.succeeded(result);
        }
    }

    /** Tries again where that does no harm, else ends the call. */
    private void failed(Connection connection, RuntimeException e) {
        McpClientException failure;
        try {
            failure = Failures.of(e, operation.method.name(), operation.params, connection.end());
        } catch (RuntimeException unknown) {
            end.failed(unknown);
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
                && !line.isClosed()
                && ++attempts <= crew.host().limits().reconnects();
        if (again) {
            pending = null;
            start();
        } else {
            end.failed(failure);
        }
    }

    private void blocking(Runnable step) {
        HandlerThreads.runEvenStopped(executor, step);
    }

    /** The thread that waits for the outcome was interrupted: ends the call. */
    void interrupted() {
        Connection.Pending sent = pending;
        if (sent == null) {
            end.failed(new CallCancelledException("Interrupted while waiting for the connection"));
        } else {
            sent.interrupt();
        }
    }
}
