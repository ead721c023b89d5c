package dev.tenon.client.internal.connection;

/** What a server turned out to speak when it was asked in the newest revision. */
sealed interface ProbeResult {
    /** The newest revision, as agreed. */
    record StatelessResult(NegotiatedProtocol protocol) implements ProbeResult {}

    /** Something else: a handshake is to be tried. The reason is for a log. */
    record HandshakeResult(String reason) implements ProbeResult {}

    /** It has not answered in time; its answer may still come. */
    record TimeoutResult(McpConnection.SentRequest request) implements ProbeResult {}

    /** It refused the newest revision, and named it as one that it speaks. */
    record RetryResult() implements ProbeResult {}
}
