package dev.tenon.client.internal;

import dev.tenon.client.BadAnswerException;
import dev.tenon.client.CallOptions;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpStatusException;
import dev.tenon.client.McpClientException;
import dev.tenon.client.NotSupportedException;
import dev.tenon.client.internal.link.Envelope;
import dev.tenon.client.internal.link.HttpErrorException;
import dev.tenon.client.internal.link.SessionLostException;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Deadline;
import dev.tenon.model.CacheableResult;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.InputRequired;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Method;
import dev.tenon.model.Params;
import dev.tenon.model.ProgressToken;
import dev.tenon.model.RequestMeta;
import dev.tenon.model.Result;
import dev.tenon.model.ResumableParams;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Makes calls: connects, sends, answers what the server asks in between, and sends again where that does no harm. */
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
        BiFunction<Connection, P, Envelope> addressed =
                (connection, sent) -> connection.agreement().envelope(name);
        return call(new Order<>(method, params, addressed, options.resending(true)), deadline(options));
    }

    /** Any request. */
    <P extends Params, R extends Result> R call(Order<P, R> order, Deadline deadline) {
        Tries tries =
                new Tries(order.method().name(), order.params(), order.options().resend());
        return attempt(tries, deadline, connection -> once(connection, order, deadline));
    }

    /** No try yet of that method, whose params say nothing here. */
    Tries tries(String method, boolean resend) {
        return new Tries(method, EmptyParams.EMPTY, resend);
    }

    /** Does something with a connection, and once more with another where the first was lost and that does no harm. */
    <T> T attempt(Tries tries, Deadline deadline, Function<Connection, T> once) {
        while (true) {
            Connection connection = line.get(deadline);
            try {
                T result = once.apply(connection);
                line.worked();
                return result;
            } catch (RuntimeException e) {
                tries.failed(e, connection);
            }
        }
    }

    /** How often something was tried in vain. */
    final class Tries {
        private final String what;
        private final Params params;
        private final boolean resend;
        private int count;

        /**
         * None yet.
         *
         * @param what the method, for whoever reads what went wrong
         * @param resend whether it may be carried out twice
         */
        private Tries(String what, Params params, boolean resend) {
            this.what = what;
            this.params = params;
            this.resend = resend;
        }

        /**
         * It was tried with this connection, and failed like this.
         *
         * @throws McpClientException when it is not tried again
         */
        void failed(RuntimeException e, Connection connection) {
            McpClientException failure = Failures.of(e, what, params, connection.end());
            if (e instanceof HttpStatusException || e instanceof HttpErrorException) {
                throw failure;
            }
            boolean carriedOut = !(e instanceof SessionLostException);
            boolean again = failure instanceof ConnectionFailedException && (!carriedOut || resend) && !line.isClosed();
            if (failure instanceof SessionLostException) {
                line.discard(connection);
            }
            if (!again || ++count > crew.host().limits().reconnects()) {
                throw failure;
            }
        }
    }

    private <P extends Params, R extends Result> R once(Connection connection, Order<P, R> order, Deadline deadline) {
        Method<P, R> method = order.method();
        Agreement agreement = connection.agreement();
        if (agreement.wire().clientMethod(method.name()) == null) {
            throw new NotSupportedException(method + " does not exist in revision " + agreement.revision());
        }
        ProgressToken token = order.options().progress() == null
                ? null
                : crew.progress().begin(order.options().progress(), deadline);
        try {
            P params = order.params();
            for (int round = 0; ; round++) {
                Sent<P> sent = new Sent<>(params, token);
                Result result = ask(connection, order, sent, deadline);
                if (!(result instanceof InputRequired asked)) {
                    return method.result().cast(result);
                }
                params = method.params().cast(answered(order, asked, agreement, round, deadline));
            }
        } finally {
            crew.progress().done(token);
        }
    }

    /** What to send next; the time that the host takes to answer is not the call's. */
    private ResumableParams answered(
            Order<?, ?> order, InputRequired asked, Agreement agreement, int round, Deadline deadline) {
        deadline.pause();
        try {
            return rounds.next((ResumableParams) order.params(), asked, agreement, round);
        } finally {
            deadline.resume();
        }
    }

    private <P extends Params, R extends Result> Result ask(
            Connection connection, Order<P, R> order, Sent<P> sent, Deadline deadline) {
        Agreement agreement = connection.agreement();
        Method<P, R> method = order.method();
        Json params = agreement.write(method, method.params().cast(sent.withMeta(order.options())), about());
        Envelope envelope = order.addressed().apply(connection, sent.params());
        Json answer = connection.ask(Outgoing.of(
                method.name(), params, envelope, deadline, order.options().cancellation()));
        order.measured().accept(answer.size());
        Result result = agreement.wire().decodeResult(method, answer);
        if (!method.result().isInstance(result) && !(result instanceof InputRequired)) {
            throw new BadAnswerException("The answer to " + method + " is of another kind");
        }
        if (result instanceof CacheableResult cacheable && order.cacheAs() != null && sent.isFirst()) {
            crew.cache().put(method, order.cacheAs(), cacheable, answer);
        }
        return result;
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
            BiFunction<Connection, P, Envelope> addressed,
            CallOptions options,
            @Nullable String cacheAs,
            IntConsumer measured) {
        Order(Method<P, R> method, P params, BiFunction<Connection, P, Envelope> addressed, CallOptions options) {
            this(method, params, addressed, options, null);
        }

        Order(
                Method<P, R> method,
                P params,
                BiFunction<Connection, P, Envelope> addressed,
                CallOptions options,
                @Nullable String cacheAs) {
            this(method, params, addressed, options, cacheAs, bytes -> {});
        }
    }

    /** What goes out in one round. */
    private record Sent<P extends Params>(
            P params, @Nullable ProgressToken token) {
        Params withMeta(CallOptions options) {
            var meta = options.meta();
            return params.withMeta(token == null ? meta : meta.withProgressToken(token));
        }

        /** Whether it carries no answers: only then is the result the same for everybody who asks the same. */
        boolean isFirst() {
            return !(params instanceof ResumableParams resumed)
                    || resumed.inputResponses().isEmpty() && resumed.requestState() == null;
        }
    }
}
