package dev.tenon.server.internal.connection;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.codec.StatelessCodec;
import dev.tenon.http.HeaderFields;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Revision;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.internal.request.ClientProfile;
import dev.tenon.server.internal.request.ClientProfile.RequestClientProfile;
import dev.tenon.server.internal.request.RequestExecution;
import dev.tenon.server.internal.request.RequestSource;
import dev.tenon.server.internal.request.ResponseSink;
import dev.tenon.server.internal.request.ServerSession;
import dev.tenon.server.internal.request.SessionRequestRegistry;
import dev.tenon.server.observer.RejectionInfo;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Dispatches incoming messages of all transports: requests to the request dispatcher, notifications to their handler,
 * responses to the calls that wait for them.
 */
public record InboundMessageDispatcher(ServerComponents core) {
    /**
     * The origin of a message.
     *
     * @param remoteAddress returns the client's address; used for rejections only
     * @param callerKey the key under which the limits per caller are counted
     * @param requiredScopes the scopes that every request needs; empty if they have already been checked
     * @param inFlight the requests in flight from which the id of a request must differ; null if ids need not be unique
     * @param headers the HTTP headers; null on a connection
     */
    public record MessageOrigin(
            String transport,
            Supplier<@Nullable String> remoteAddress,
            String callerKey,
            @Nullable CallerPrincipal principal,
            Set<String> requiredScopes,
            @Nullable SessionRequestRegistry inFlight,
            @Nullable HeaderFields headers) {
        RequestSource createRequestSource(ProtocolCodec codec, ClientProfile client, @Nullable ServerSession session) {
            SessionRequestRegistry group = session == null ? inFlight : session.inFlight();
            return new RequestSource(codec, client, callerKey, principal, requiredScopes, session, group, headers);
        }
    }

    /** Dispatches a message of a session, single or part of a batch. */
    public void dispatch(MessageReadResult inbound, ServerSession session, MessageOrigin origin, ResponseSink sink) {
        if (inbound instanceof MessageReadResult.ValidMessage valid && valid.message() instanceof Request request) {
            core.dispatcher().dispatch(request, origin.createRequestSource(session.codec(), session, session), sink);
        } else {
            dispatchNonRequest(inbound, session, origin, sink);
        }
    }

    /** Handles notifications, responses and malformed messages. */
    void dispatchNonRequest(
            MessageReadResult inbound, @Nullable ServerSession session, MessageOrigin origin, ResponseSink sink) {
        if (inbound instanceof MessageReadResult.InvalidMessage invalid) {
            reject(invalid, origin, sink);
        } else if (inbound instanceof MessageReadResult.MalformedResponse malformed) {
            failMalformedResponse(malformed, session);
        } else if (inbound instanceof MessageReadResult.ValidMessage valid) {
            if (valid.message() instanceof Notification notification) {
                SessionRequestRegistry inFlight = session == null ? origin.inFlight() : session.inFlight();
                core.notificationHandler().handle(notification, inFlight, session, origin.principal());
            } else if (valid.message() instanceof Response response) {
                countResponseIfDropped(
                        session != null && session.requestCorrelator().onResponse(response));
            }
        }
    }

    /** Fails the call that a malformed response belongs to. */
    public void failMalformedResponse(MessageReadResult.MalformedResponse malformed, @Nullable ServerSession session) {
        countResponseIfDropped(session != null && session.requestCorrelator().onResponse(malformed));
    }

    private void countResponseIfDropped(boolean matched) {
        if (!matched) {
            core.droppedResponses().increment();
        }
    }

    /** Notifies the observer of a rejected message, and sends an error unless it is a notification. */
    void reject(MessageReadResult.InvalidMessage invalid, MessageOrigin origin, ResponseSink sink) {
        RpcError error = invalid.error();
        String address = origin.remoteAddress().get();
        core.notifyRejection(new RejectionInfo(origin.transport(), address, error.code(), 0, error.message()));
        if (!invalid.isNotification()) {
            sink.sendResponse(invalid.toResponse());
        }
    }

    /**
     * Dispatches a stateless request.
     *
     * @throws RpcException -32602 if the {@code _meta} of the request is missing, invalid or too large
     */
    public RequestExecution dispatchStateless(
            Request request, Revision revision, MessageOrigin origin, ResponseSink sink) {
        StatelessCodec codec = core.codecs().requireStatelessCodec(revision);
        RequestClientProfile client = RequestClientProfile.of(codec, request.params(), core.clientInfoValidator());
        return core.dispatcher().dispatch(request, origin.createRequestSource(codec, client, null), sink);
    }
}
