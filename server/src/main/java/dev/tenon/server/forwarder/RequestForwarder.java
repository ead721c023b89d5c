package dev.tenon.server.forwarder;

/**
 * Forwards requests to another server, in place of own tools, resources and prompts. The server still handles the
 * protocol itself: message parsing, revisions, sessions, headers, limits, requests in flight, and exactly one response
 * to each request. See {@code ServerBuilder.forwarder}.
 *
 * <p>Within one revision, params and results are passed in their wire format.
 */
@FunctionalInterface
public interface RequestForwarder {
    /**
     * Connects a client. Called once for each session, on a thread that may block while the client waits for the result
     * of {@code initialize}; and once for each request of a stateless revision, where it must not block the calling
     * thread.
     *
     * @throws dev.tenon.jsonrpc.RpcException to reject the client with that error
     * @throws Exception for any other failure; the client gets an incident id only
     */
    ForwardingSession connect(DownstreamClient client) throws Exception;
}
