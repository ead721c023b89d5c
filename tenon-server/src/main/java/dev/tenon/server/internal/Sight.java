package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Request;
import dev.tenon.server.CallInfo;
import dev.tenon.server.Observer;
import dev.tenon.server.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One request as the observer sees it: announced when it comes, reported when it ends, where he wants to hear of it. */
final class Sight {
    private final Observer observer;
    private final Request request;
    private final Scope scope;
    /** Null where nobody watches. */
    private final @Nullable Instant startedAt;

    private volatile @Nullable CallInfo announced;
    /** Set before the request is handed to any other thread. */
    private @Nullable String target;
    /** Of the thread that runs the handler. */
    private @Nullable String incident;

    Sight(Observer observer, Request request, Scope scope) {
        this.observer = observer;
        this.request = request;
        this.scope = scope;
        this.startedAt = Guarded.watches(observer) ? Instant.now() : null;
    }

    Scope scope() {
        return scope;
    }

    /** The size of the params, in bytes. */
    int bytes() {
        Json params = request.params();
        return params == null ? 0 : params.size();
    }

    String method() {
        return request.method();
    }

    /** Where the request is, for the log. */
    String where() {
        return target == null ? request.method() : request.method() + " " + target;
    }

    /** The params are understood: says what is meant, and announces the request. */
    void understood(@Nullable String meant) {
        target = meant;
        Instant watchedFrom = startedAt;
        if (watchedFrom != null) {
            announce(watchedFrom);
        }
    }

    private CallInfo announce(Instant watchedFrom) {
        CallInfo info = new CallInfo(
                scope.wire().revision(),
                request.id(),
                request.method(),
                target,
                scope.principal(),
                scope.sessionLabel(),
                request.params(),
                watchedFrom);
        announced = info;
        Guarded.run(() -> observer.started(info));
        return info;
    }

    /** Logs a failure of the handler that is part of its result, and returns the id under which the log holds it. */
    String incident(Throwable handlerFailure) {
        String id = Incidents.log(where(), handlerFailure);
        incident = id;
        return id;
    }

    /** The id of what failed in the handler, for the thread that ran it; null when nothing did. */
    @Nullable String incident() {
        return incident;
    }

    /**
     * Reports the end, of a request that was refused before it was understood as well.
     *
     * @param ending how it was answered; null when it was not, as it was cancelled
     * @param arrived when it came, as {@link System#nanoTime} has it
     */
    void ended(@Nullable Ending ending, long arrived) {
        Instant watchedFrom = startedAt;
        if (watchedFrom == null) {
            return;
        }
        CallInfo before = announced;
        CallInfo info = before == null ? announce(watchedFrom) : before;
        Duration time = Duration.ofNanos(System.nanoTime() - arrived);
        Outcome outcome = ending == null
                ? new Outcome(Outcome.Kind.CANCELLED, null, null, null, time)
                : new Outcome(ending.kind(), ending.encoded(), ending.error(), ending.incident(), time);
        Guarded.run(() -> observer.finished(info, outcome));
    }
}
