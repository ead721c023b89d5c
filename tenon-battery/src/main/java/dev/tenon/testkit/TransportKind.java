package dev.tenon.testkit;

/**
 * How a transport brings a message and its answer together: what the transport itself decides of an answer hangs on it.
 */
public enum TransportKind {
    /** Messages both ways on one connection: standard streams, memory, WebSocket. Silence is silence. */
    CHANNEL,
    /** Streamable HTTP: every POST has a status, and its answer is its body. */
    HTTP,
    /** HTTP+SSE: what is no message is answered in the POST, everything else on the stream. */
    HTTP_SSE
}
