package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Request;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.InputRequired;
import dev.tenon.model.Result;
import dev.tenon.server.CallInfo;
import dev.tenon.server.Observer;
import dev.tenon.server.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One request as the observer sees it: announced when it comes, reported when it ends. */
final class Sight {
    private final Observer observer;
    private final Request request;
    private final Scope scope;
    private final Instant startedAt = Instant.now();
    private volatile @Nullable CallInfo announced;
    private volatile @Nullable String incident;
    private volatile @Nullable String target;
    private volatile Outcome.@Nullable Kind kind;
    private volatile @Nullable Json result;
    private volatile Failures.@Nullable Failure failure;

    Sight(Observer observer, Request request, Scope scope) {
        this.observer = observer;
        this.request = request;
        this.scope = scope;
    }

    Scope scope() {
        return scope;
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
        announce();
    }

    private CallInfo announce() {
        CallInfo info = info();
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

    void ended(Result ending, Json encoded) {
        result = encoded;
        if (ending instanceof InputRequired || ending instanceof Raw raw && raw.requiresInput()) {
            kind = Outcome.Kind.INPUT_REQUIRED;
        } else {
            boolean toolError = ending instanceof CallToolResult call && call.isError()
                    || ending instanceof Raw raw && raw.isToolError();
            kind = toolError ? Outcome.Kind.TOOL_ERROR : Outcome.Kind.DONE;
        }
    }

    void failed(Failures.Failure described) {
        failure = described;
        kind = Outcome.Kind.ERROR;
    }

    /** Reports the end, of a request that was refused before it was understood as well. */
    void report(Run run) {
        CallInfo before = announced;
        CallInfo info = before == null ? announce() : before;
        Duration time = Duration.ofNanos(System.nanoTime() - run.startedAt());
        Outcome.Kind ending = run.isCancelled() || kind == null ? Outcome.Kind.CANCELLED : kind;
        Failures.Failure error = ending == Outcome.Kind.ERROR ? failure : null;
        Outcome outcome = new Outcome(
                ending,
                error != null || ending == Outcome.Kind.CANCELLED ? null : result,
                error == null ? null : error.error(),
                error == null ? incident : error.incident(),
                time);
        Guarded.run(() -> observer.finished(info, outcome));
    }

    private CallInfo info() {
        return new CallInfo(
                scope.wire().revision(),
                request.id(),
                request.method(),
                target,
                scope.principal(),
                scope.sessionLabel(),
                request.params(),
                startedAt);
    }
}
