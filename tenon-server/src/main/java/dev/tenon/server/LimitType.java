package dev.tenon.server;

/**
 * The bounds on work and memory that a server counts in {@link ServerStatus#limitsReached}; the {@link Limits} set
 * them.
 */
public enum LimitType {
    /** {@link Limits#json} or {@link Limits#batchMessages}: a message that was refused. */
    MESSAGE,
    /** {@link Limits#requestsPerSession}. */
    REQUESTS_PER_SESSION,
    /** {@link Limits#requestsPerProcess}, or one caller's half of them. */
    REQUESTS_PER_PROCESS,
    /** {@link Limits#requestBytes}. */
    REQUEST_BYTES,
    /** {@link Limits#requestTimeout}, {@link Limits#maxRequestDuration}, or a tool's own time. */
    REQUEST_TIME,
    /** {@link Limits#sessions}; also where an idle session of the same caller made room. */
    SESSIONS,
    /** {@link Limits#sessionsPerCaller}; also where an idle session made room. */
    SESSIONS_PER_CALLER,
    /** {@link Limits#clientInfoBytes}. */
    CLIENT_BYTES,
    /** {@link Limits#sessionBytes}; also where an idle session made room. */
    SESSION_BYTES,
    /** {@link Limits#uriChars}. */
    URI_CHARS,
    /** {@link Limits#subscriptions}, or one caller's half of them. */
    SUBSCRIPTIONS,
    /** {@link Limits#replayBytes}, of an event that was not kept, or others went earlier for. */
    EVENT_BYTES,
    /** {@link Limits#queue}, or notifications without room, of a reader that was cut off. */
    QUEUE
}
