package dev.tenon.server.internal.request;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Request;
import dev.tenon.server.internal.error.IncidentLog;
import dev.tenon.server.internal.observer.ObserverInvoker;
import dev.tenon.server.observer.RequestInfo;
import dev.tenon.server.observer.RequestOutcome;
import dev.tenon.server.observer.ServerObserver;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One request as the observer sees it: announced when it comes, reported when it ends, where he wants to hear of it.
 */
public final class RequestObservation {
    private final ServerObserver observer;
    private final Request request;
    private final InboundRequestContext scope;
    /** Null where nobody watches. */
    private final @Nullable Instant startedAt;

    private volatile @Nullable RequestInfo announced;
    /** Set before the request is handed to any other thread. */
    private @Nullable String target;
    /** Of the thread that runs the handler. */
    private @Nullable String incident;

    public RequestObservation(ServerObserver observer, Request request, InboundRequestContext scope) {
        this.observer = observer;
        this.request = request;
        this.scope = scope;
        this.startedAt = ObserverInvoker.isObservingRequests(observer) ? Instant.now() : null;
    }

    public InboundRequestContext context() {
        return scope;
    }

    /** The size of the params, in bytes. */
    int paramBytes() {
        Json params = request.params();
        return params == null ? 0 : params.sizeInBytes();
    }

    public String method() {
        return request.method();
    }

    /** Where the request is, for the log. */
    public String logLabel() {
        return target == null ? request.method() : request.method() + " " + target;
    }

    /** The params are understood: says what is meant, and announces the request. */
    public void onDecoded(@Nullable String meant) {
        target = meant;
        Instant watchedFrom = startedAt;
        if (watchedFrom != null) {
            notifyStarted(watchedFrom);
        }
    }

    private RequestInfo notifyStarted(Instant watchedFrom) {
        RequestInfo info = new RequestInfo(
                scope.codec().revision(),
                request.id(),
                request.method(),
                target,
                scope.principal(),
                scope.sessionLabel(),
                request.params(),
                watchedFrom);
        announced = info;
        ObserverInvoker.invoke(() -> observer.onRequestStarted(info));
        return info;
    }

    /** Logs a failure of the handler that is part of its result, and returns the id under which the log holds it. */
    public String incident(Throwable handlerFailure) {
        String id = IncidentLog.log(logLabel(), handlerFailure);
        incident = id;
        return id;
    }

    /** The id of what failed in the handler, for the thread that ran it; null when nothing did. */
    @Nullable public String incident() {
        return incident;
    }

    /**
     * Reports the end, of a request that was refused before it was understood as well.
     *
     * @param ending how it was answered; null when it was not, as it was cancelled
     * @param arrived when it came, as {@link System#nanoTime} has it
     */
    void notifyCompleted(@Nullable RequestCompletion ending, long arrived) {
        Instant watchedFrom = startedAt;
        if (watchedFrom == null) {
            return;
        }
        RequestInfo before = announced;
        RequestInfo info = before == null ? notifyStarted(watchedFrom) : before;
        Duration time = Duration.ofNanos(System.nanoTime() - arrived);
        RequestOutcome outcome = ending == null
                ? new RequestOutcome(RequestOutcome.OutcomeKind.CANCELLED, null, null, null, time)
                : new RequestOutcome(
                        ending.outcomeKind(), ending.encodedResult(), ending.error(), ending.incident(), time);
        ObserverInvoker.invoke(() -> observer.onRequestCompleted(info, outcome));
    }
}
