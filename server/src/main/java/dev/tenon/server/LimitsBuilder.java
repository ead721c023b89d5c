package dev.tenon.server;

import dev.tenon.internal.reflect.RecordCopier;
import dev.tenon.json.JsonLimits;
import java.time.Duration;

/**
 * Builds {@link Limits} by changing single limits. Each method is named after the component that it sets and uses the
 * same unit. It throws an {@link IllegalArgumentException} for a number or size below 1; durations are not checked.
 */
public final class LimitsBuilder {
    private Limits limits;

    LimitsBuilder(Limits from) {
        limits = from;
    }

    /** Sets the limits of one message. */
    public LimitsBuilder json(JsonLimits json) {
        return with("json", json);
    }

    /** Sets the maximum number of messages in one batch. */
    public LimitsBuilder batchMessages(int batchMessages) {
        return with("batchMessages", batchMessages);
    }

    /** Sets the maximum number of concurrent requests of one session. */
    public LimitsBuilder requestsPerSession(int requestsPerSession) {
        return with("requestsPerSession", requestsPerSession);
    }

    /** Sets the maximum number of concurrent requests of the server. */
    public LimitsBuilder requestsPerProcess(int requestsPerProcess) {
        return with("requestsPerProcess", requestsPerProcess);
    }

    /** Sets the maximum total size of the params of all concurrent requests, in bytes. */
    public LimitsBuilder requestBytes(long requestBytes) {
        return with("requestBytes", requestBytes);
    }

    /** Sets the timeout of a request, which progress restarts. */
    public LimitsBuilder requestTimeout(Duration requestTimeout) {
        return with("requestTimeout", requestTimeout);
    }

    /** Sets the maximum duration of a request, regardless of its progress. */
    public LimitsBuilder maxRequestDuration(Duration maxRequestDuration) {
        return with("maxRequestDuration", maxRequestDuration);
    }

    /** Sets the timeout of an input request to the client. */
    public LimitsBuilder clientInputTimeout(Duration clientInputTimeout) {
        return with("clientInputTimeout", clientInputTimeout);
    }

    /** Sets the maximum number of concurrent sessions. */
    public LimitsBuilder sessions(int sessions) {
        return with("sessions", sessions);
    }

    /** Sets the maximum number of concurrent sessions of one caller. */
    public LimitsBuilder sessionsPerCaller(int sessionsPerCaller) {
        return with("sessionsPerCaller", sessionsPerCaller);
    }

    /** Sets the maximum size of {@code clientInfo} and {@code capabilities} of one client, in bytes. */
    public LimitsBuilder clientInfoBytes(int clientInfoBytes) {
        return with("clientInfoBytes", clientInfoBytes);
    }

    /** Sets the maximum total size of {@code clientInfo} and {@code capabilities} of all sessions, in bytes. */
    public LimitsBuilder sessionBytes(long sessionBytes) {
        return with("sessionBytes", sessionBytes);
    }

    /** Sets the idle timeout of a session. */
    public LimitsBuilder sessionIdleTimeout(Duration sessionIdleTimeout) {
        return with("sessionIdleTimeout", sessionIdleTimeout);
    }

    /** Sets the maximum number of subscriptions of the server. */
    public LimitsBuilder subscriptions(int subscriptions) {
        return with("subscriptions", subscriptions);
    }

    /** Sets the maximum length of a URI that a client subscribes to, in characters. */
    public LimitsBuilder uriChars(int uriChars) {
        return with("uriChars", uriChars);
    }

    /** Sets the limits of the queue for a slow client. */
    public LimitsBuilder queue(Limits.QueueLimits queue) {
        return with("queue", queue);
    }

    /** Sets the limits of the events that are stored for one session. */
    public LimitsBuilder replayEvents(Limits.QueueLimits replayEvents) {
        return with("replayEvents", replayEvents);
    }

    /** Sets the maximum total size of the stored events of all sessions, in bytes. */
    public LimitsBuilder replayBytes(long replayBytes) {
        return with("replayBytes", replayBytes);
    }

    /** Sets the number of items on a page. */
    public LimitsBuilder pageSize(int pageSize) {
        return with("pageSize", pageSize);
    }

    /** Sets the lifetime of a {@code requestState}. */
    public LimitsBuilder stateLifetime(Duration stateLifetime) {
        return with("stateLifetime", stateLifetime);
    }

    /** Sets the maximum size of a {@code requestState}, in bytes. */
    public LimitsBuilder stateBytes(int stateBytes) {
        return with("stateBytes", stateBytes);
    }

    /** Returns the changed limits. */
    public Limits build() {
        return limits;
    }

    private LimitsBuilder with(String component, Object value) {
        limits = RecordCopier.copyWith(limits, component, value);
        return this;
    }
}
