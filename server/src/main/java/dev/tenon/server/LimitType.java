package dev.tenon.server;

/**
 * Limits that the server counts in {@link ServerStatus#limitCounts} each time they are reached. {@link Limits} sets
 * their values.
 */
public enum LimitType {
    /** {@link Limits#json} or {@link Limits#batchMessages}: a message was rejected. */
    MESSAGE,
    /** {@link Limits#requestsPerSession}. */
    REQUESTS_PER_SESSION,
    /** {@link Limits#requestsPerProcess}, or the half of it that one caller may use. */
    REQUESTS_PER_PROCESS,
    /** {@link Limits#requestBytes}. */
    REQUEST_BYTES,
    /** {@link Limits#requestTimeout}, {@link Limits#maxRequestDuration}, or the timeout of a tool. */
    REQUEST_TIME,
    /** {@link Limits#sessions}; also counted when an idle session of the same caller was ended to make room. */
    SESSIONS,
    /** {@link Limits#sessionsPerCaller}; also counted when an idle session was ended to make room. */
    SESSIONS_PER_CALLER,
    /** {@link Limits#clientInfoBytes}. */
    CLIENT_BYTES,
    /** {@link Limits#sessionBytes}; also counted when an idle session was ended to make room. */
    SESSION_BYTES,
    /** {@link Limits#uriChars}. */
    URI_CHARS,
    /** {@link Limits#subscriptions}, or the half of it that one caller may use. */
    SUBSCRIPTIONS,
    /** {@link Limits#replayBytes}: an event was not stored, or older events were evicted early to make room for it. */
    EVENT_BYTES,
    /** {@link Limits#queue}: a client that did not read was disconnected, or its notifications exceeded their limit. */
    QUEUE
}
