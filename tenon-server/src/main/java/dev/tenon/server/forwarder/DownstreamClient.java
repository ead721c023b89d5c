package dev.tenon.server.forwarder;

import dev.tenon.json.Json;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Revision;
import dev.tenon.server.Limits;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.call.ClientInputException;
import java.util.Optional;

/** A client as a {@link RequestForwarder} sees it. What it says of itself is its own word, but for the principal. */
public interface DownstreamClient {
    /** The revision that it speaks. */
    Revision revision();

    /** Who it is, where the transport authenticates. */
    Optional<CallerPrincipal> principal();

    /**
     * The key of the share of bounds that it takes from: opaque, the same for all clients of one principal or, without
     * authentication, of one address ({@link Limits#sessionsPerCaller}).
     */
    String caller();

    /** How it names itself. */
    Optional<Implementation> info();

    /** What it declared it can do: for its session, or for this request. */
    ClientCapabilities capabilities();

    /** Whether it has a session; else it can only be told something while it makes a request. */
    boolean hasSession();

    /**
     * Sends a notification that belongs to no request, without waiting for a slow reader. Without a session nothing is
     * sent. That the client can read it is the relay's affair.
     */
    void sendNotification(NotificationType<?> type, Json params);

    /**
     * Asks something that belongs to no request, and waits for the answer.
     *
     * @param params as they are on the wire of this revision
     * @throws dev.tenon.jsonrpc.RpcException what the client answers with, or -32601 when it cannot be asked
     * @throws ClientInputException when it does not answer
     */
    Json requestInput(Method<?, ?> method, Json params);
}
