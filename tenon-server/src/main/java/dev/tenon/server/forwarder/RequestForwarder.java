package dev.tenon.server.forwarder;

import dev.tenon.server.ServerBuilder;

/**
 * Answers in place of a server's own tools, resources and prompts: the way to put a server in front of something else.
 * The server keeps what is the protocol's: what is a message, which revision it belongs to, sessions, headers, limits,
 * what is in flight, and that each request is answered once. See {@link ServerBuilder#relay}.
 *
 * <p>Within one revision, parameters and results are handed over as they are on the wire.
 */
@FunctionalInterface
public interface RequestForwarder {
    /**
     * Meets a client: once for each session of the revisions that have them, on a thread that may block, as long as the
     * client waits for its handshake; and once for each request of a stateless revision, where it {@linkplain
     * dev.tenon.internal.concurrent.ExecutionContext must not block}.
     *
     * @throws dev.tenon.jsonrpc.RpcException to refuse the client with that error
     * @throws Exception when anything else fails; the client is told an incident id and nothing else
     */
    ForwardingSession connect(DownstreamClient client) throws Exception;
}
