package dev.tenon.client.internal.call;

import dev.tenon.client.CallOptions;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.internal.connection.ClientContext;
import dev.tenon.client.internal.connection.ConnectionProvider;
import dev.tenon.client.internal.connection.McpConnection;
import dev.tenon.client.internal.connection.NegotiatedProtocol;
import dev.tenon.client.internal.connection.OutcomeCallback;
import dev.tenon.client.internal.connection.WaitingThreadExecutor;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Executes calls. Each is a {@link RetryingCall}; for blocking callers a {@link WaitingThreadExecutor} waits for it.
 */
public final class CallExecutor {
    final ConnectionProvider connections;
    final ClientContext context;
    private final InputRequiredHandler inputRequiredHandler;
    private volatile @Nullable LogLevel level;

    public CallExecutor(ConnectionProvider connections, ClientContext context) {
        this.connections = connections;
        this.context = context;
        this.inputRequiredHandler = new InputRequiredHandler(context);
    }

    /** Sets the log level that every request of 2026-07-28 carries. */
    public void setLogLevel(LogLevel changed) {
        level = changed;
    }

    @Nullable public LogLevel logLevel() {
        return level;
    }

    /** Returns the metadata of this client that every request of 2026-07-28 carries. */
    public RequestMeta requestMeta() {
        RequestMeta meta = RequestMeta.of(
                context.config().implementation(), context.config().capabilities());
        LogLevel currentLevel = level;
        return currentLevel == null ? meta : meta.withLogLevel(currentLevel);
    }

    public Deadline createDeadline(CallOptions options) {
        Duration time = options.timeout() == null ? context.limits().callTimeout() : options.timeout();
        Duration max = context.limits().maxCallTimeout();
        return Deadline.extendable(time, max.compareTo(time) < 0 ? time : max);
    }

    /** Executes an idempotent request. */
    public <P extends Params, R extends Result> R call(
            Method<P, R> method, P params, @Nullable String name, CallOptions options) {
        return call(method, params, name, options, null, createDeadline(options));
    }

    /** Executes an idempotent request, and caches a cacheable result under that subject unless it is null. */
    public <P extends Params, R extends Result> R call(
            Method<P, R> method,
            P params,
            @Nullable String name,
            CallOptions options,
            @Nullable String cacheSubject,
            Deadline deadline) {
        Function<McpConnection, MirroredHeaders> addressed =
                connection -> connection.protocol().mirroredHeaders(name);
        return call(
                new CallSpec<>(method, params, addressed, options.withResend(true), cacheSubject, bytes -> {}),
                deadline);
    }

    /** Executes a request and waits for its result. */
    public <P extends Params, R extends Result> R call(CallSpec<P, R> spec, Deadline deadline) {
        return call(new MultiRoundOperation<>(spec, deadline));
    }

    /** Executes an operation and waits for its result. */
    <T> T call(CallOperation<T> operation) {
        WaitingThreadExecutor<T> caller = new WaitingThreadExecutor<>();
        RetryingCall<T> run = new RetryingCall<>(this, operation, caller, caller);
        run.start();
        return caller.awaitOutcome(run::interrupt);
    }

    /** Starts an operation and returns: steps that may block run on the client's threads. */
    <T> void callAsync(CallOperation<T> operation, OutcomeCallback<T> callback) {
        new RetryingCall<>(this, operation, context.executor(), callback).start();
    }

    /** Calls code in which a person may have to act, and pauses the deadline meanwhile. */
    static <T> T callPaused(Deadline deadline, Supplier<T> call) {
        deadline.pause();
        try {
            return call.get();
        } finally {
            deadline.resume();
        }
    }

    /**
     * Checks that a request can be sent over a connection.
     *
     * @throws NotSupportedException when its method does not exist in the revision
     */
    static void checkMethodExists(McpConnection connection, Method<?, ?> method) {
        NegotiatedProtocol protocol = connection.protocol();
        if (protocol.codec().findClientMethod(method.name()) == null) {
            throw new NotSupportedException(method + " does not exist in revision " + protocol.revision());
        }
    }

    /** Sends a request, and sends it again with the responses of the application while the server requests input. */
    private final class MultiRoundOperation<P extends Params, R extends Result> extends CallOperation<R> {
        private final CallSpec<P, R> spec;
        private P next;
        private int round;

        MultiRoundOperation(CallSpec<P, R> spec, Deadline deadline) {
            super(spec.method(), spec.params(), spec.options(), deadline, null);
            this.spec = spec;
            this.next = spec.params();
        }

        @Override
        boolean prepareAndTestNonBlocking(McpConnection connection) {
            checkMethodExists(connection, spec.method());
            // A new connection restarts with the first round because it does not know the earlier ones.
            next = spec.params();
            round = 0;
            return true;
        }

        @Override
        Json encodeParams(McpConnection connection, @Nullable ProgressToken token) {
            Meta meta = token == null ? options.meta() : options.meta().withProgressToken(token);
            return connection.protocol().encodeParams(spec.method(), next, meta, requestMeta());
        }

        @Override
        MirroredHeaders mirroredHeaders(McpConnection connection, Json written) {
            return spec.headers().apply(connection);
        }

        @Override
        @Nullable R decodeResult(McpConnection connection, Json response) {
            Method<P, R> method = spec.method();
            spec.sizeListener().accept(response.sizeInBytes());
            Result result = connection.protocol().codec().decodeResult(method, response);
            if (result instanceof InputRequired input) {
                ResumableParams first = (ResumableParams) spec.params();
                NegotiatedProtocol protocol = connection.protocol();
                Supplier<ResumableParams> nextRound =
                        () -> inputRequiredHandler.fulfillInputRequests(first, input, protocol, round++);
                next = method.params().cast(callPaused(deadline, nextRound));
                return null;
            }
            if (!method.result().isInstance(result)) {
                throw new InvalidResponseException("The response to " + method + " has an unexpected result type");
            }
            if (result instanceof CacheableResult cacheable && spec.cacheSubject() != null && round == 0) {
                context.resultCache().put(method, spec.cacheSubject(), cacheable, response);
            }
            return method.result().cast(result);
        }
    }

    /**
     * The specification of one call.
     *
     * @param headers the mirrored headers of the HTTP request
     * @param cacheSubject the key under which a cacheable result is cached, or null
     * @param sizeListener receives the size of the response, in bytes
     */
    public record CallSpec<P extends Params, R extends Result>(
            Method<P, R> method,
            P params,
            Function<McpConnection, MirroredHeaders> headers,
            CallOptions options,
            @Nullable String cacheSubject,
            IntConsumer sizeListener) {}
}
