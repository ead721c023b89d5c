package dev.tenon.client.internal.connection;

/** The result of probing a server for the newest revision. */
sealed interface ProbeResult {
    /** The server supports the newest revision. */
    record StatelessResult(NegotiatedProtocol protocol) implements ProbeResult {}

    /** The server seems to be older: try a handshake. The reason is for the log. */
    record HandshakeNeededResult(String reason) implements ProbeResult {}

    /** No response has arrived in time; it may still arrive. */
    record TimeoutResult(McpConnection.SentRequest request) implements ProbeResult {}

    /** The server rejected the newest revision but named it as supported. */
    record RetryResult() implements ProbeResult {}
}
