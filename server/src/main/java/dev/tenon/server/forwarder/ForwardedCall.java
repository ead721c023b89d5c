package dev.tenon.server.forwarder;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.InputRequest;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.server.Limits;
import dev.tenon.server.call.CallContext;
import dev.tenon.server.call.ClientInputException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A {@link CallContext} with access to the wire format, for a {@link ForwardingSession}. */
public interface ForwardedCall extends CallContext {
    /** Returns the id of the request. */
    RequestId id();

    /** Returns a label of the session for logs, which does not reveal its id; empty without a session. */
    Optional<String> sessionLabel();

    /** Returns the minimum level of log messages that the client wants, for its session or for this request. */
    Optional<LogLevel> logLevel();

    /**
     * Sends a notification that belongs to this request; it is dropped after the response. The forwarder must make sure
     * that the notification is valid in the client's revision.
     */
    void sendNotification(NotificationType<?> type, Json params);

    /**
     * Sends a request to the client that belongs to this request, and waits for the response. Needs a session.
     *
     * @param params the params in the wire format of the client's revision
     * @throws dev.tenon.jsonrpc.RpcException the error that the client responds with, or -32601 if the client cannot
     *     receive this request
     * @throws ClientInputException if the client does not respond
     */
    Json requestInput(Method<?, ?> method, Json params);

    /**
     * Encodes a result that requests input from a client without a session (2026-07-28, basic/patterns/mrtr). The state
     * in it is encrypted, and is valid only for the same request of the same principal and for
     * {@link Limits#stateLifetime}.
     *
     * @param requests the input requests by key
     * @param state returned by {@link #requestState} when the client retries
     */
    Json encodeInputRequired(Map<String, InputRequest> requests, Json state);

    /**
     * Returns the state that was passed to {@link #encodeInputRequired} in the previous round, or null in the first
     * round.
     *
     * @throws dev.tenon.jsonrpc.RpcException -32602 if it is not valid for this request
     */
    @Nullable Json requestState();

    /** Returns the responses in this request by the key of their input request; empty in the first round. */
    Map<String, Json> inputResponses();
}
