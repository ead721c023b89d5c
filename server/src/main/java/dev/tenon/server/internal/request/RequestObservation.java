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

/** Reports one request to the observer: its start and its end, if the observer wants them. */
public final class RequestObservation {
    private final ServerObserver observer;
    private final Request request;
    private final RequestSource context;
    /** Null if the request is not observed. */
    private final @Nullable Instant startedAt;

    private volatile @Nullable RequestInfo announced;
    /** Set before the request is passed to another thread. */
    private @Nullable String target;
    /** Used by the thread that runs the handler only. */
    private @Nullable String incident;

    public RequestObservation(ServerObserver observer, Request request, RequestSource context) {
        this.observer = observer;
        this.request = request;
        this.context = context;
        this.startedAt = ObserverInvoker.isObservingOrFails(observer) ? Instant.now() : null;
    }

    public RequestSource context() {
        return context;
    }

    /** Returns the size of the params in bytes. */
    int paramBytes() {
        Json params = request.params();
        return params == null ? 0 : params.sizeInBytes();
    }

    public String method() {
        return request.method();
    }

    /** Returns the method and target of the request, for logs. */
    public String logLabel() {
        return target == null ? request.method() : request.method() + " " + target;
    }

    /** Called when the params are decoded: sets the target and reports the start of the request. */
    public void setTargetAndNotifyStarted(@Nullable String requestTarget) {
        target = requestTarget;
        if (startedAt != null) {
            notifyStarted(startedAt);
        }
    }

    private RequestInfo notifyStarted(Instant observedFrom) {
        RequestInfo info = new RequestInfo(
                context.codec().revision(),
                request.id(),
                request.method(),
                target,
                context.principal(),
                context.sessionLabel(),
                request.params(),
                observedFrom);
        announced = info;
        ObserverInvoker.invoke(() -> observer.onRequestStarted(info));
        return info;
    }

    /** Logs a failure of the handler that is part of its result, and returns the incident id. */
    public String logIncident(Throwable handlerFailure) {
        incident = IncidentLog.log(logLabel(), handlerFailure);
        return incident;
    }

    /** Returns the incident id of a failure of the handler, for the thread that ran it; null without a failure. */
    @Nullable public String incident() {
        return incident;
    }

    /**
     * Reports the end of a request, even if it was rejected before it was decoded.
     *
     * @param completion the response; null if the request was cancelled
     * @param arrivedAt when it arrived, in {@link System#nanoTime}
     */
    void notifyCompleted(@Nullable RequestCompletion completion, long arrivedAt) {
        if (startedAt == null) {
            return;
        }
        RequestInfo started = announced;
        RequestInfo info = started == null ? notifyStarted(startedAt) : started;
        Duration duration = Duration.ofNanos(System.nanoTime() - arrivedAt);
        RequestOutcome outcome = completion == null
                ? new RequestOutcome(RequestOutcome.OutcomeKind.CANCELLED, null, null, null, duration)
                : new RequestOutcome(
                        completion.outcomeKind(),
                        completion.encodedResult(),
                        completion.error(),
                        completion.incident(),
                        duration);
        ObserverInvoker.invoke(() -> observer.onRequestCompleted(info, outcome));
    }
}
