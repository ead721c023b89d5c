package dev.tenon.server.internal.connection;

import dev.tenon.codec.StatelessCodec;
import dev.tenon.http.HeaderFields;
import dev.tenon.jsonrpc.InboundMessage;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Revision;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.internal.request.InFlightRequests;
import dev.tenon.server.internal.request.InboundRequestContext;
import dev.tenon.server.internal.request.RequestClientProfile;
import dev.tenon.server.internal.request.RequestExecution;
import dev.tenon.server.internal.request.ResponseSink;
import dev.tenon.server.internal.request.ServerSession;
import dev.tenon.server.observer.RejectionInfo;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one way of messages into the server, whatever transport brings them: requests go to the kernel, notifications to
 * those who take them, answers to the calls that wait for them.
 */
public record InboundMessageDispatcher(ServerComponents core) {
    /**
     * Where a message comes from.
     *
     * @param remote returns the client's address; used for refusals only
     * @param caller the key of the share of requests and subscriptions that the sender takes from
     * @param base the scopes that every request needs; none where they have been checked before
     * @param inFlight the other requests that the id of a request must differ from; null where nothing ties them
     *     together
     * @param headers the HTTP headers; null on a connection
     */
    public record MessageOrigin(
            String transport,
            Supplier<@Nullable String> remote,
            String caller,
            @Nullable CallerPrincipal principal,
            Set<String> base,
            @Nullable InFlightRequests inFlight,
            @Nullable HeaderFields headers) {}

    /** Takes what came for a session, alone or in a batch. */
    public void dispatch(InboundMessage inbound, ServerSession session, MessageOrigin sender, ResponseSink exchange) {
        JsonRpcMessage message = inbound instanceof InboundMessage.ValidMessage accepted ? accepted.message() : null;
        if (message instanceof Request request) {
            InboundRequestContext scope = new InboundRequestContext(
                    session.codec(),
                    session,
                    session.callerKey(),
                    sender.principal(),
                    sender.base(),
                    session,
                    session.inFlight(),
                    sender.headers());
            core.dispatcher().dispatch(request, scope, exchange);
        } else {
            dispatchNonRequest(inbound, session, sender, exchange);
        }
    }

    /** Handles notifications, responses and malformed messages. */
    void dispatchNonRequest(
            InboundMessage inbound, @Nullable ServerSession session, MessageOrigin sender, ResponseSink exchange) {
        if (inbound instanceof InboundMessage.InvalidMessage refused) {
            reject(refused, sender, exchange);
        } else if (inbound instanceof InboundMessage.MalformedResponse broken) {
            failMalformedResponse(broken, session);
        } else if (inbound instanceof InboundMessage.ValidMessage accepted) {
            if (accepted.message() instanceof Notification notification) {
                InFlightRequests inFlight = session == null ? sender.inFlight() : session.inFlight();
                core.notificationHandler().handle(notification, inFlight, session, sender.principal());
            } else if (accepted.message() instanceof Response response) {
                countIfDropped(session != null && session.requestCorrelator().onResponse(response));
            }
        }
    }

    /** Fails the call that a broken response belongs to. */
    public void failMalformedResponse(InboundMessage.MalformedResponse broken, @Nullable ServerSession session) {
        countIfDropped(session != null && session.requestCorrelator().onResponse(broken));
    }

    private void countIfDropped(boolean awaited) {
        if (!awaited) {
            core.droppedResponses().increment();
        }
    }

    /** Tells of a refusal, and answers it unless it is of a notification. */
    void reject(InboundMessage.InvalidMessage refused, MessageOrigin sender, ResponseSink exchange) {
        core.notifyRejection(new RejectionInfo(
                sender.transport(),
                sender.remote().get(),
                refused.error().code(),
                0,
                refused.error().message()));
        if (!refused.notification()) {
            exchange.sendResponse(refused.toResponse());
        }
    }

    /**
     * Serves a request that stands for itself.
     *
     * @throws RpcException -32602 when it does not say what it must of its client
     */
    public RequestExecution dispatchStateless(
            Request request, Revision revision, MessageOrigin sender, ResponseSink exchange) {
        StatelessCodec wire = core.codecs().statelessCodec(revision);
        RequestClientProfile client = RequestClientProfile.of(wire, request.params(), core.clientInfoValidator());
        InboundRequestContext scope = new InboundRequestContext(
                wire,
                client,
                sender.caller(),
                sender.principal(),
                sender.base(),
                null,
                sender.inFlight(),
                sender.headers());
        return core.dispatcher().dispatch(request, scope, exchange);
    }
}
