package dev.tenon.client.internal;

import dev.tenon.client.BadAnswerException;
import dev.tenon.client.CallOptions;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.NotSupportedException;
import dev.tenon.client.internal.link.Envelope;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Deadline;
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

/** Makes calls; each is a {@link CallRun}, and where its caller blocks, a {@link CallerThread} waits for it. */
final class Calls {
    private final Line line;
    private final Crew crew;
    private final Rounds rounds;
    private volatile @Nullable LogLevel level;

    Calls(Line line, Crew crew) {
        this.line = line;
        this.crew = crew;
        this.rounds = new Rounds(crew);
    }

    /** Which log messages are wanted with every request of 2026-07-28. */
    void level(@Nullable LogLevel changed) {
        level = changed;
    }

    @Nullable LogLevel level() {
        return level;
    }

    /** What a request says of this client. */
    RequestMeta about() {
        RequestMeta about =
                RequestMeta.of(crew.host().implementation(), crew.host().capabilities());
        LogLevel wanted = level;
        return wanted == null ? about : about.withLogLevel(wanted);
    }

    Deadline deadline(CallOptions options) {
        ClientLimits limits = crew.host().limits();
        Duration time = options.time() == null ? limits.callTime() : options.time();
        Duration hardStop = limits.callHardStop().compareTo(time) < 0 ? time : limits.callHardStop();
        return Deadline.movable(time, hardStop);
    }

    /** A request whose repetition does no harm. */
    <P extends Params, R extends Result> R call(
            Method<P, R> method, P params, @Nullable String name, CallOptions options) {
        Function<Connection, Envelope> addressed =
                connection -> connection.agreement().envelope(name);
        return call(
                new Order<>(method, params, addressed, options.resending(true), null, bytes -> {}), deadline(options));
    }

    /** Makes any request and waits for its result. */
    <P extends Params, R extends Result> R call(Order<P, R> order, Deadline deadline) {
        return call(new OrderRun<>(order, deadline));
    }

    /** Runs an operation and waits for its result. */
    <T> T call(Operation<T> operation) {
        CallerThread<T> caller = new CallerThread<>();
        CallRun<T> run = new CallRun<>(line, crew, operation, caller, caller);
        run.start();
        return caller.await(run::interrupted);
    }

    /** Begins an operation and returns: steps that may block run on the client's threads. */
    <T> void begin(Operation<T> operation, Completion<T> end) {
        new CallRun<>(line, crew, operation, crew.threads(), end).start();
    }

    /**
     * Checks that a request can be made over a connection.
     *
     * @throws NotSupportedException when its method does not exist in the revision
     */
    static void checkExists(Connection connection, Method<?, ?> method) {
        Agreement agreement = connection.agreement();
        if (agreement.wire().clientMethod(method.name()) == null) {
            throw new NotSupportedException(method + " does not exist in revision " + agreement.revision());
        }
    }

    /** Sends an order, and again with what the host answers while the server asks for input. */
    private final class OrderRun<P extends Params, R extends Result> extends Operation<R> {
        private final Order<P, R> order;
        private P next;
        private int round;

        OrderRun(Order<P, R> order, Deadline deadline) {
            super(order.method(), order.params(), order.options(), deadline, null);
            this.order = order;
            this.next = order.params();
        }

        @Override
        boolean isReady(Connection connection) {
            checkExists(connection, order.method());
            // Another connection begins with the first round: it knows nothing of those before.
            next = order.params();
            round = 0;
            return true;
        }

        @Override
        Json write(Connection connection, @Nullable ProgressToken token) {
            Meta meta = options.meta();
            return connection
                    .agreement()
                    .write(order.method(), next, token == null ? meta : meta.withProgressToken(token), about());
        }

        @Override
        Envelope envelope(Connection connection, Json written) {
            return order.addressed().apply(connection);
        }

        @Override
        @Nullable R result(Connection connection, Json answer) {
            Method<P, R> asked = order.method();
            order.measured().accept(answer.size());
            Result result = connection.agreement().wire().decodeResult(asked, answer);
            if (result instanceof InputRequired input) {
                next = asked.params().cast(answered(input, connection.agreement()));
                return null;
            }
            if (!asked.result().isInstance(result)) {
                throw new BadAnswerException("The answer to " + asked + " is of another kind");
            }
            if (result instanceof CacheableResult cacheable && order.cacheAs() != null && round == 0) {
                crew.cache().put(asked, order.cacheAs(), cacheable, answer);
            }
            return asked.result().cast(result);
        }

        /** The parameters to send next; the time that the host takes to answer is not the call's. */
        private ResumableParams answered(InputRequired asked, Agreement agreement) {
            deadline.pause();
            try {
                return rounds.next((ResumableParams) order.params(), asked, agreement, round++);
            } finally {
                deadline.resume();
            }
        }
    }

    /**
     * One call as its caller wants it.
     *
     * @param addressed what stands outside of it on HTTP
     * @param cacheAs the subject under which a result that says so is kept, or null
     * @param measured told how large the answer was, in bytes
     */
    record Order<P extends Params, R extends Result>(
            Method<P, R> method,
            P params,
            Function<Connection, Envelope> addressed,
            CallOptions options,
            @Nullable String cacheAs,
            IntConsumer measured) {}
}
