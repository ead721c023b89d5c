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

/**
 * A client, as a {@link RequestForwarder} sees it. Everything except the principal is reported by the client and not
 * verified.
 */
public interface DownstreamClient {
    /** Returns the protocol revision of the client. */
    Revision revision();

    /** Returns the authenticated principal; empty if the transport does not authenticate. */
    Optional<CallerPrincipal> principal();

    /**
     * Returns the opaque key under which the limits per caller are counted. It is the same for all clients of one
     * principal or, without authentication, of one address (see {@link Limits#sessionsPerCaller}).
     */
    String callerKey();

    /** Returns the name and version that the client reports. */
    Optional<Implementation> info();

    /** Returns the capabilities that the client declared, for its session or for this request. */
    ClientCapabilities capabilities();

    /** Returns whether the client has a session. Without a session, it can receive messages only during a request. */
    boolean hasSession();

    /**
     * Sends a notification that belongs to no request, without waiting for a slow client. Without a session, nothing is
     * sent. The forwarder must make sure that the notification is valid in the client's revision.
     */
    void sendNotification(NotificationType<?> type, Json params);

    /**
     * Sends a request to the client that belongs to none of its requests, and waits for the response.
     *
     * @param params the params in the wire format of the client's revision
     * @throws dev.tenon.jsonrpc.RpcException the error that the client responds with, or -32601 if the client cannot
     *     receive this request
     * @throws ClientInputException if the client does not respond
     */
    Json requestInput(Method<?, ?> method, Json params);
}
