package dev.tenon.server;

import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.internal.reflect.RecordCopier;
import dev.tenon.json.JsonLimits;
import java.time.Duration;
import java.util.stream.IntStream;

/**
 * The limits of a server, and what happens when they are reached. Start from {@link #DEFAULT} and change single limits:
 * {@code Limits.DEFAULT.toBuilder().requestTimeout(Duration.ofMinutes(5)).build()}.
 *
 * @param json limits of one message; if exceeded: -32600, over HTTP status 413 for the size
 * @param batchMessages messages in one batch, in revisions with batches; if exceeded: -32600 for the whole batch
 * @param requestsPerSession concurrent requests of one session or connection; if exceeded: error 429
 * @param requestsPerProcess concurrent requests of the whole server. One caller may use half of them (rounded up);
 *     callers are distinguished as for {@code sessionsPerCaller}. If exceeded: error 429
 * @param requestBytes total size in bytes of the params of all concurrent requests; params of up to 4 KiB are not
 *     counted. Default: a sixteenth of the maximum heap, at most 128 MiB. If exceeded: error 429
 * @param requestTimeout timeout of a request; each progress report restarts it. If exceeded: a tool error, or -32603
 * @param maxRequestDuration maximum duration of a request, regardless of its progress; if exceeded: as for
 *     {@code requestTimeout}
 * @param clientInputTimeout how long a handler waits for the client's response to an input request, in a session
 * @param sessions concurrent sessions; if exceeded: error 429, HTTP status 429
 * @param sessionsPerCaller concurrent sessions of one principal or, without authentication, of one IP address (IPv6: of
 *     one /64 network). If exceeded: the caller's longest idle session ends, or error 429 if none is idle
 * @param clientInfoBytes size in bytes of {@code clientInfo} and {@code capabilities} of one client together; if
 *     exceeded: -32602
 * @param sessionBytes total size in bytes of {@code clientInfo} and {@code capabilities} of all sessions, of which one
 *     caller may use a quarter. Default: a sixteenth of the maximum heap, at most 128 MiB. If exceeded: as for
 *     {@code sessionsPerCaller}
 * @param sessionIdleTimeout how long a session lives without a request; afterwards its id is unknown (HTTP status 404)
 * @param subscriptions subscription streams and subscribed resources of the whole server. One caller may use half of
 *     them (rounded up). If exceeded: error 429
 * @param uriChars length in characters of a URI that a client subscribes to; if exceeded: -32602
 * @param queue messages that may be queued for one slow client; if exceeded: the client is disconnected
 * @param replayEvents events that are stored for one session, so that a client can resume a broken stream; if exceeded:
 *     the oldest events are removed
 * @param replayBytes total size in bytes of the stored events of all sessions. One caller may use half of it (rounded
 *     up). Default: a sixteenth of the maximum heap, at most 128 MiB. If exceeded: the oldest events of the session
 *     that stores a new one are removed early
 * @param pageSize items on one page of a list
 * @param stateLifetime how long a {@code requestState} is valid; afterwards: -32602
 * @param stateBytes maximum size in bytes of a {@code requestState}; if exceeded: -32602
 */
public record Limits(
        JsonLimits json,
        int batchMessages,
        int requestsPerSession,
        int requestsPerProcess,
        long requestBytes,
        Duration requestTimeout,
        Duration maxRequestDuration,
        Duration clientInputTimeout,
        int sessions,
        int sessionsPerCaller,
        int clientInfoBytes,
        long sessionBytes,
        Duration sessionIdleTimeout,
        int subscriptions,
        int uriChars,
        QueueLimits queue,
        QueueLimits replayEvents,
        long replayBytes,
        int pageSize,
        Duration stateLifetime,
        int stateBytes) {

    /** The default limits, listed in {@code docs/errors.md}. */
    public static final Limits DEFAULT = new Limits(
            JsonLimits.DEFAULT,
            100,
            64,
            1024,
            MemoryBudget.defaultLimit(),
            Duration.ofSeconds(60),
            Duration.ofMinutes(10),
            Duration.ofMinutes(5),
            10_000,
            1000,
            32 << 10,
            MemoryBudget.defaultLimit(),
            Duration.ofMinutes(30),
            1000,
            2048,
            new QueueLimits(256, 1 << 20, Duration.ofSeconds(10)),
            new QueueLimits(256, 1 << 20, Duration.ofMinutes(5)),
            MemoryBudget.defaultLimit(),
            200,
            Duration.ofMinutes(15),
            256 << 10);

    public Limits {
        int[] counts = {
            batchMessages, requestsPerSession, requestsPerProcess, sessions, sessionsPerCaller,
            clientInfoBytes, subscriptions, uriChars, pageSize, stateBytes
        };
        if (IntStream.of(counts).anyMatch(limit -> limit < 1)
                || Math.min(requestBytes, Math.min(sessionBytes, replayBytes)) < 1) {
            throw new IllegalArgumentException("Every limit must be at least 1");
        }
    }

    /**
     * Limits of a queue of messages.
     *
     * @param messages maximum number of messages
     * @param bytes maximum total size in bytes; one message is always accepted, whatever its size
     * @param writeTimeout for {@code queue}: how long a client may read nothing while messages are queued for it; for
     *     {@code replayEvents}: how long an event is stored
     */
    public record QueueLimits(int messages, int bytes, Duration writeTimeout) {
        public QueueLimits {
            if (messages < 1 || bytes < 1 || writeTimeout.isNegative()) {
                throw new IllegalArgumentException(
                        "A queue must hold at least one message and one byte, and its time must not be negative");
            }
        }
    }

    /** Returns a builder that starts from these limits. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * Builds {@link Limits} by changing single limits. Each method is named after the component that it sets and uses
     * the same unit. It throws an {@link IllegalArgumentException} for a number or size below 1; durations are not
     * checked.
     */
    public static final class Builder {
        private Limits limits;

        Builder(Limits from) {
            limits = from;
        }

        /** Sets the limits of one message. */
        public Builder json(JsonLimits json) {
            return setComponent("json", json);
        }

        /** Sets the maximum number of messages in one batch. */
        public Builder batchMessages(int batchMessages) {
            return setComponent("batchMessages", batchMessages);
        }

        /** Sets the maximum number of concurrent requests of one session. */
        public Builder requestsPerSession(int requestsPerSession) {
            return setComponent("requestsPerSession", requestsPerSession);
        }

        /** Sets the maximum number of concurrent requests of the server. */
        public Builder requestsPerProcess(int requestsPerProcess) {
            return setComponent("requestsPerProcess", requestsPerProcess);
        }

        /** Sets the maximum total size of the params of all concurrent requests, in bytes. */
        public Builder requestBytes(long requestBytes) {
            return setComponent("requestBytes", requestBytes);
        }

        /** Sets the timeout of a request, which progress restarts. */
        public Builder requestTimeout(Duration requestTimeout) {
            return setComponent("requestTimeout", requestTimeout);
        }

        /** Sets the maximum duration of a request, regardless of its progress. */
        public Builder maxRequestDuration(Duration maxRequestDuration) {
            return setComponent("maxRequestDuration", maxRequestDuration);
        }

        /** Sets the timeout of an input request to the client. */
        public Builder clientInputTimeout(Duration clientInputTimeout) {
            return setComponent("clientInputTimeout", clientInputTimeout);
        }

        /** Sets the maximum number of concurrent sessions. */
        public Builder sessions(int sessions) {
            return setComponent("sessions", sessions);
        }

        /** Sets the maximum number of concurrent sessions of one caller. */
        public Builder sessionsPerCaller(int sessionsPerCaller) {
            return setComponent("sessionsPerCaller", sessionsPerCaller);
        }

        /** Sets the maximum size of {@code clientInfo} and {@code capabilities} of one client, in bytes. */
        public Builder clientInfoBytes(int clientInfoBytes) {
            return setComponent("clientInfoBytes", clientInfoBytes);
        }

        /** Sets the maximum total size of {@code clientInfo} and {@code capabilities} of all sessions, in bytes. */
        public Builder sessionBytes(long sessionBytes) {
            return setComponent("sessionBytes", sessionBytes);
        }

        /** Sets the idle timeout of a session. */
        public Builder sessionIdleTimeout(Duration sessionIdleTimeout) {
            return setComponent("sessionIdleTimeout", sessionIdleTimeout);
        }

        /** Sets the maximum number of subscriptions of the server. */
        public Builder subscriptions(int subscriptions) {
            return setComponent("subscriptions", subscriptions);
        }

        /** Sets the maximum length of a URI that a client subscribes to, in characters. */
        public Builder uriChars(int uriChars) {
            return setComponent("uriChars", uriChars);
        }

        /** Sets the limits of the queue for a slow client. */
        public Builder queue(QueueLimits queue) {
            return setComponent("queue", queue);
        }

        /** Sets the limits of the events that are stored for one session. */
        public Builder replayEvents(QueueLimits replayEvents) {
            return setComponent("replayEvents", replayEvents);
        }

        /** Sets the maximum total size of the stored events of all sessions, in bytes. */
        public Builder replayBytes(long replayBytes) {
            return setComponent("replayBytes", replayBytes);
        }

        /** Sets the number of items on a page. */
        public Builder pageSize(int pageSize) {
            return setComponent("pageSize", pageSize);
        }

        /** Sets the lifetime of a {@code requestState}. */
        public Builder stateLifetime(Duration stateLifetime) {
            return setComponent("stateLifetime", stateLifetime);
        }

        /** Sets the maximum size of a {@code requestState}, in bytes. */
        public Builder stateBytes(int stateBytes) {
            return setComponent("stateBytes", stateBytes);
        }

        /** Returns the changed limits. */
        public Limits build() {
            return limits;
        }

        private Builder setComponent(String component, Object value) {
            limits = RecordCopier.copyWith(limits, component, value);
            return this;
        }
    }
}
