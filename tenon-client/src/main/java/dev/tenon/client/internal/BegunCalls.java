package dev.tenon.client.internal;

import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.WireAnswer;
import dev.tenon.client.WireCall;
import dev.tenon.client.WireEnd;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Deadline;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.ProgressToken;
import dev.tenon.transport.NoWaiting;
import dev.tenon.wire.Wire;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls on a thread that {@linkplain NoWaiting must not wait}, and nobody waits for them. What goes well ends on such a thread
 * as well; what goes wrong, and may have to be tried again, goes on where it may wait.
 */
final class BegunCalls {
    private final Line line;
    private final Crew crew;
    private final Calls calls;
    private final WireCalls wireCalls;

    BegunCalls(Line line, Crew crew, Calls calls, WireCalls wireCalls) {
        this.line = line;
        this.crew = crew;
        this.calls = calls;
        this.wireCalls = wireCalls;
    }

    boolean mayBegin(Method<?, ?> method) {
        return connection(method) != null;
    }

    /** The connection, when a call of that method can be made over it without waiting for anything before. */
    private @Nullable Connection connection(Method<?, ?> method) {
        Connection connection = line.current();
        if (connection == null || !connection.mayBegin()) {
            return null;
        }
        // For the headers that repeat the arguments.
        boolean needsTools = method.equals(Methods.CALL_TOOL)
                && connection.isHttp()
                && connection.agreement().isStateless();
        return needsTools && !crew.tools().isComplete() ? null : connection;
    }

    /** Begins a call; false, and nothing has happened, when that is not possible now. */
    boolean begin(WireCall call, WireEnd end) {
        Connection connection = connection(call.method());
        if (connection == null) {
            return false;
        }
        return new BegunCall(connection, call, end).begin();
    }

    /** Makes a call on a thread that may wait, and tells how it ended. */
    void elsewhere(Supplier<WireAnswer> call, WireEnd end) {
        Runnable work = () -> {
            WireAnswer answer;
            try {
                answer = call.get();
            } catch (RuntimeException e) {
                end.failed(e);
                return;
            }
            end.answered(answer);
        };
        try {
            crew.threads().execute(work);
        } catch (RejectedExecutionException e) {
            end.failed(new ConnectionFailedException("The client is closed", e));
        }
    }

    /** One call. */
    private final class BegunCall {
        private final Connection connection;
        private final WireCall call;
        private final WireEnd end;
        private final Deadline deadline;
        private final AtomicBoolean settled = new AtomicBoolean();
        private @Nullable ProgressToken token;

        BegunCall(Connection connection, WireCall call, WireEnd end) {
            this.connection = connection;
            this.call = call;
            this.end = end;
            this.deadline = calls.deadline(call.options());
        }

        /** False, and the end is not told, when there is no room for it any more. */
        boolean begin() {
            try {
                WireCalls.checkOffered(connection, call.method());
                token = wireCalls.token(call, deadline);
                connection.begin(
                        wireCalls.outgoing(connection, call, token, deadline, crew.tools()::get), this::settled);
            } catch (RuntimeException e) {
                if (settled.compareAndSet(false, true)) {
                    crew.progress().forget(token);
                    if (e instanceof Connection.NoRoomException) {
                        return false;
                    }
                    failed(e);
                }
            }
            return true;
        }

        /** There is an outcome. It is looked at here when that can wait for nothing. */
        private void settled(Connection.Begun begun) {
            if (!settled.compareAndSet(false, true)) {
                return;
            }
            if (begun.isAnswered(NoWaiting.MOST_BYTES)
                    && NoWaiting.here()
                    && crew.notices().isQuiet()) {
                finish(begun);
            } else {
                elsewhere(() -> finish(begun));
            }
        }

        private void finish(Connection.Begun begun) {
            WireAnswer answer;
            try {
                answer = answer(begun);
            } catch (RuntimeException e) {
                failed(e);
                return;
            } catch (StackOverflowError e) {
                failed(new IllegalStateException("An answer could not be read", e));
                return;
            }
            end.answered(answer);
        }

        private WireAnswer answer(Connection.Begun begun) {
            Wire wire = connection.agreement().wire();
            Json result;
            try {
                result = begun.outcome();
            } finally {
                wireCalls.ended(token);
            }
            wire.decodeResult(call.method(), result);
            line.worked();
            return new WireAnswer(wire, result);
        }

        private void failed(RuntimeException e) {
            Calls.Tries tries = calls.tries(call.method().name(), call.options().resend());
            try {
                tries.failed(e, connection);
            } catch (RuntimeException known) {
                end.failed(known);
                return;
            }
            elsewhere(() -> again(tries));
        }

        private void again(Calls.Tries tries) {
            WireAnswer answer;
            try {
                answer = wireCalls.attempt(call, tries, deadline);
            } catch (RuntimeException e) {
                end.failed(e);
                return;
            }
            end.answered(answer);
        }

        private void elsewhere(Runnable work) {
            try {
                crew.threads().execute(work);
            } catch (RejectedExecutionException e) {
                // The client has been closed: nothing is waited for any more.
                work.run();
            }
        }
    }
}
