package dev.tenon.server;

import org.jspecify.annotations.Nullable;

/**
 * Answers in place of a server's own tools, resources and prompts: the way to put a server in front of something else. The
 * server keeps what is the protocol's: what is a message, which revision it belongs to, sessions, headers, limits, what is
 * in flight, and that each request is answered once. See {@link ServerBuilder#relay}.
 *
 * <p>Within one revision, parameters and results are handed over as they are on the wire.
 */
@FunctionalInterface
public interface Relay {
    /**
     * Meets a client: once for each session of the revisions that have them, where it may take as long as the client waits
     * for its handshake, and once for each request of a stateless revision, where it should be quick. Runs on a thread that
     * may block.
     *
     * @throws dev.tenon.jsonrpc.RpcException to refuse the client with that error
     * @throws Exception what else goes wrong; the client learns nothing of it but an incident id
     */
    RelayService meet(RelayClient client) throws Exception;

    /**
     * As {@link #meet}, for one request of a stateless revision, where that takes no time: it is called on a thread that must not
     * wait ({@link dev.tenon.transport.NoWaiting}). By default it never is so.
     *
     * @return who serves it, or null when {@link #meet} is to be called instead
     */
    default @Nullable RelayService meetNow(RelayClient client) {
        return null;
    }
}
