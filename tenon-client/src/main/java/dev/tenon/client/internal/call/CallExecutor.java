package dev.tenon.client.internal.call;

import dev.tenon.client.CallOptions;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.internal.connection.CallerThreadExecutor;
import dev.tenon.client.internal.connection.ClientContext;
import dev.tenon.client.internal.connection.ConnectionProvider;
import dev.tenon.client.internal.connection.McpConnection;
import dev.tenon.client.internal.connection.NegotiatedProtocol;
import dev.tenon.client.internal.connection.OutcomeCallback;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.model.CacheableResult;
import dev.tenon.model.InputRequired;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Meta;
import dev.tenon.model.Method;
import dev.tenon.model.Params;
import dev.tenon.model.ProgressToken;
import dev.tenon.model.RequestMeta;
import dev.tenon.model.Result;
import dev.tenon.model.ResumableParams;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls; each is a {@link RetryingCall}, and where its caller blocks, a {@link CallerThreadExecutor} waits for
 * it.
 */
public final class CallExecutor {
    private final ConnectionProvider connections;
    private final ClientContext context;
    private final InputRequiredHandler inputRequiredHandler;
    private volatile @Nullable LogLevel level;

    public CallExecutor(ConnectionProvider line, ClientContext crew) {
        this.connections = line;
        this.context = crew;
        this.inputRequiredHandler = new InputRequiredHandler(crew);
    }

    /** Which log messages are wanted with every request of 2026-07-28. */
    public void logLevel(@Nullable LogLevel changed) {
        level = changed;
    }

    @Nullable public LogLevel logLevel() {
        return level;
    }

    /** What a request says of this client. */
    public RequestMeta requestMeta() {
        RequestMeta about = RequestMeta.of(
                context.config().implementation(), context.config().capabilities());
        LogLevel wanted = level;
        return wanted == null ? about : about.withLogLevel(wanted);
    }

    public Deadline createDeadline(CallOptions options) {
        ClientLimits limits = context.config().limits();
        Duration time = options.timeout() == null ? limits.callTimeout() : options.timeout();
        Duration hardStop = limits.maxCallTimeout().compareTo(time) < 0 ? time : limits.maxCallTimeout();
        return Deadline.extendable(time, hardStop);
    }

    /** A request whose repetition does no harm. */
    public <P extends Params, R extends Result> R call(
            Method<P, R> method, P params, @Nullable String name, CallOptions options) {
        Function<McpConnection, MirroredHeaders> addressed =
                connection -> connection.protocol().mirroredHeaders(name);
        return call(
                new CallSpec<>(method, params, addressed, options.withResend(true), null, bytes -> {}),
                createDeadline(options));
    }

    /** Makes any request and waits for its result. */
    public <P extends Params, R extends Result> R call(CallSpec<P, R> order, Deadline deadline) {
        return call(new MultiRoundOperation<>(order, deadline));
    }

    /** Runs an operation and waits for its result. */
    <T> T call(CallOperation<T> operation) {
        CallerThreadExecutor<T> caller = new CallerThreadExecutor<>();
        RetryingCall<T> run = new RetryingCall<>(connections, context, operation, caller, caller);
        run.start();
        return caller.await(run::interrupt);
    }

    /** Begins an operation and returns: steps that may block run on the client's threads. */
    <T> void callAsync(CallOperation<T> operation, OutcomeCallback<T> end) {
        new RetryingCall<>(connections, context, operation, context.executor(), end).start();
    }

    /**
     * Checks that a request can be made over a connection.
     *
     * @throws NotSupportedException when its method does not exist in the revision
     */
    static void checkMethodExists(McpConnection connection, Method<?, ?> method) {
        NegotiatedProtocol agreement = connection.protocol();
        if (agreement.codec().findClientMethod(method.name()) == null) {
            throw new NotSupportedException(method + " does not exist in revision " + agreement.revision());
        }
    }

    /** Sends an order, and again with what the host answers while the server asks for input. */
    private final class MultiRoundOperation<P extends Params, R extends Result> extends CallOperation<R> {
        private final CallSpec<P, R> order;
        private P next;
        private int round;

        MultiRoundOperation(CallSpec<P, R> order, Deadline deadline) {
            super(order.method(), order.params(), order.options(), deadline, null);
            this.order = order;
            this.next = order.params();
        }

        @Override
        boolean isReadyWithoutBlocking(McpConnection connection) {
            checkMethodExists(connection, order.method());
            // Another connection begins with the first round: it knows nothing of those before.
            next = order.params();
            round = 0;
            return true;
        }

        @Override
        Json encode(McpConnection connection, @Nullable ProgressToken token) {
            Meta meta = options.meta();
            return connection
                    .protocol()
                    .encode(order.method(), next, token == null ? meta : meta.withProgressToken(token), requestMeta());
        }

        @Override
        MirroredHeaders mirroredHeaders(McpConnection connection, Json written) {
            return order.headers().apply(connection);
        }

        @Override
        @Nullable R decodeResult(McpConnection connection, Json answer) {
            Method<P, R> asked = order.method();
            order.sizeListener().accept(answer.sizeInBytes());
            Result result = connection.protocol().codec().decodeResult(asked, answer);
            if (result instanceof InputRequired input) {
                next = asked.params().cast(nextParams(input, connection.protocol()));
                return null;
            }
            if (!asked.result().isInstance(result)) {
                throw new InvalidResponseException("The answer to " + asked + " is of another kind");
            }
            if (result instanceof CacheableResult cacheable && order.cacheSubject() != null && round == 0) {
                CallExecutor.this.context.resultCache().put(asked, order.cacheSubject(), cacheable, answer);
            }
            return asked.result().cast(result);
        }

        /** The parameters to send next; the time that the host takes to answer is not the call's. */
        private ResumableParams nextParams(InputRequired asked, NegotiatedProtocol agreement) {
            deadline.pause();
            try {
                return inputRequiredHandler.nextParams((ResumableParams) order.params(), asked, agreement, round++);
            } finally {
                deadline.resume();
            }
        }
    }

    /**
     * One call as its caller wants it.
     *
     * @param headers what stands outside of it on HTTP
     * @param cacheSubject the subject under which a result that says so is kept, or null
     * @param sizeListener told how large the answer was, in bytes
     */
    public record CallSpec<P extends Params, R extends Result>(
            Method<P, R> method,
            P params,
            Function<McpConnection, MirroredHeaders> headers,
            CallOptions options,
            @Nullable String cacheSubject,
            IntConsumer sizeListener) {}
}
