package dev.tenon.testkit;

/** How a transport associates a message with its response. Parts of a response depend on it, such as the status. */
public enum TransportKind {
    /**
     * Messages in both directions on one connection: standard streams, memory, WebSocket. No response means nothing is
     * sent.
     */
    CHANNEL,
    /** Streamable HTTP: every POST has a status, and its body is the response. */
    HTTP,
    /** HTTP+SSE: invalid messages are answered in the response to the POST, all others on the event stream. */
    HTTP_SSE
}
