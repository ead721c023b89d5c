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

/** A {@link CallContext} in the terms of the wire, for a {@link ForwardingSession}. */
public interface ForwardedCall extends CallContext {
    /** The id of the request. */
    RequestId id();

    /** What names the session in logs without being its id; empty without a session. */
    Optional<String> sessionLabel();

    /** The lowest level of log messages that is wanted: of the session, or of this request. */
    Optional<LogLevel> logLevel();

    /**
     * Sends a notification on the way of this request, while it lasts. That the client can read it is the relay's
     * affair.
     */
    void sendNotification(NotificationType<?> type, Json params);

    /**
     * Asks the client of a session in the course of this request, and waits.
     *
     * @param params as they are on the wire of this revision
     * @throws dev.tenon.jsonrpc.RpcException what the client answers with, or -32601 when it cannot be asked
     * @throws ClientInputException when it does not answer
     */
    Json requestInput(Method<?, ?> method, Json params);

    /**
     * The result that asks a client without session for input (2026-07-28, basic/patterns/mrtr). The state that goes
     * with it is sealed, and good only for the same request of the same principal and for {@link Limits#stateLifetime}.
     *
     * @param state comes back by {@link #requestState} with the answers
     */
    Json encodeInputRequired(Map<String, InputRequest> questions, Json state);

    /**
     * What {@link #encodeInputRequired} was given in the round before this one, or null in the first.
     *
     * @throws dev.tenon.jsonrpc.RpcException -32602 when it is not valid for this request
     */
    @Nullable Json requestState();

    /** The answers that came with this request, by the keys of the questions; empty in the first round. */
    Map<String, Json> inputResponses();
}
