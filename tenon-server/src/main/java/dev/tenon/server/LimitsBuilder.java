package dev.tenon.server;

import dev.tenon.internal.reflect.RecordCopier;
import dev.tenon.json.JsonLimits;
import java.time.Duration;

/**
 * Changes some of the {@link Limits}; each method is named for the component it sets, in the same unit, and throws
 * an {@link IllegalArgumentException} for a limit below 1.
 */
public final class LimitsBuilder {
    private Limits limits;

    LimitsBuilder(Limits from) {
        limits = from;
    }

    /** Sets the bounds of one message. */
    public LimitsBuilder json(JsonLimits json) {
        return with("json", json);
    }

    /** Sets the messages in one batch. */
    public LimitsBuilder batchMessages(int batchMessages) {
        return with("batchMessages", batchMessages);
    }

    /** Sets the requests of one session in flight. */
    public LimitsBuilder requestsPerSession(int requestsPerSession) {
        return with("requestsPerSession", requestsPerSession);
    }

    /** Sets the requests of the server in flight. */
    public LimitsBuilder requestsPerProcess(int requestsPerProcess) {
        return with("requestsPerProcess", requestsPerProcess);
    }

    /** Sets the bytes of all requests in flight. */
    public LimitsBuilder requestBytes(long requestBytes) {
        return with("requestBytes", requestBytes);
    }

    /** Sets the time of a request without progress. */
    public LimitsBuilder requestTimeout(Duration requestTime) {
        return with("requestTimeout", requestTime);
    }

    /** Sets the time of a request whatever its progress. */
    public LimitsBuilder maxRequestDuration(Duration requestHardStop) {
        return with("maxRequestDuration", requestHardStop);
    }

    /** Sets the time for an answer to a question. */
    public LimitsBuilder clientInputTimeout(Duration askTime) {
        return with("clientInputTimeout", askTime);
    }

    /** Sets the sessions alive. */
    public LimitsBuilder sessions(int sessions) {
        return with("sessions", sessions);
    }

    /** Sets the sessions alive of one caller. */
    public LimitsBuilder sessionsPerCaller(int sessionsPerCaller) {
        return with("sessionsPerCaller", sessionsPerCaller);
    }

    /** Sets the bytes that a client says of itself. */
    public LimitsBuilder clientInfoBytes(int clientBytes) {
        return with("clientInfoBytes", clientBytes);
    }

    /** Sets the bytes that the clients of all sessions say of themselves. */
    public LimitsBuilder sessionBytes(long sessionBytes) {
        return with("sessionBytes", sessionBytes);
    }

    /** Sets the life of an unused session. */
    public LimitsBuilder sessionIdleTimeout(Duration sessionIdle) {
        return with("sessionIdleTimeout", sessionIdle);
    }

    /** Sets the subscriptions of the server. */
    public LimitsBuilder subscriptions(int subscriptions) {
        return with("subscriptions", subscriptions);
    }

    /** Sets the characters of a URI to which a client subscribes. */
    public LimitsBuilder uriChars(int uriChars) {
        return with("uriChars", uriChars);
    }

    /** Sets what may wait for a slow reader. */
    public LimitsBuilder queue(Limits.QueueLimits queue) {
        return with("queue", queue);
    }

    /** Sets what is kept for a stream that breaks. */
    public LimitsBuilder replayEvents(Limits.QueueLimits events) {
        return with("replayEvents", events);
    }

    /** Sets the bytes that are kept of all sessions for streams that break. */
    public LimitsBuilder replayBytes(long eventBytes) {
        return with("replayBytes", eventBytes);
    }

    /** Sets the items on a page. */
    public LimitsBuilder pageSize(int pageSize) {
        return with("pageSize", pageSize);
    }

    /** Sets the life of a requestState. */
    public LimitsBuilder stateLifetime(Duration stateLifetime) {
        return with("stateLifetime", stateLifetime);
    }

    /** Sets the size of a requestState. */
    public LimitsBuilder stateBytes(int stateBytes) {
        return with("stateBytes", stateBytes);
    }

    /** Returns the limits as changed. */
    public Limits build() {
        return limits;
    }

    private LimitsBuilder with(String component, Object value) {
        limits = RecordCopier.copyWith(limits, component, value);
        return this;
    }
}
