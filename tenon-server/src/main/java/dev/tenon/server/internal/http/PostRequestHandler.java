package dev.tenon.server.internal.http;

import dev.tenon.codec.MessageRoute;
import dev.tenon.codec.ProtocolHeaders;
import dev.tenon.http.ErrorStatusMapper;
import dev.tenon.http.HeaderNames;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.InboundMessage;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.http.HttpResponseWriter;
import dev.tenon.server.internal.connection.InboundMessageDispatcher;
import dev.tenon.server.internal.connection.ServerComponents;
import dev.tenon.server.internal.request.RequestExecution;

/**
 * Handles the body of a POST: parses it and forwards the message to its session or, without a session, to the kernel.
 */
record PostRequestHandler(
        ServerComponents core,
        InboundMessageDispatcher router,
        HttpStreamRegistry streams,
        HttpSessionHandler sessions) {
    void handle(HttpRequestContext visit, byte[] body) {
        InboundMessage inbound = core.messageReader().read(body);
        if (!visit.hasRequiredScopes() && !isAuthorizedByDispatcher(inbound)) {
            visit.rejectMissingScopes();
        } else if (inbound instanceof InboundMessage.InvalidMessage refused) {
            visit.reject(HttpResponses.BAD_REQUEST, refused.error(), refused.id());
        } else if (inbound instanceof InboundMessage.MalformedResponse broken) {
            handleMalformedResponse(visit, broken);
        } else if (inbound instanceof InboundMessage.MessageBatch batch) {
            sessions.handleBatch(visit, batch);
        } else {
            dispatch(visit, (InboundMessage.ValidMessage) inbound);
        }
    }

    /** Whether the kernel knows what this needs: then all that is lacking is named at once. */
    private static boolean isAuthorizedByDispatcher(InboundMessage inbound) {
        return inbound instanceof InboundMessage.ValidMessage accepted
                && accepted.message() instanceof Request request
                && !request.method().equals(Methods.INITIALIZE.name());
    }

    private void dispatch(HttpRequestContext visit, InboundMessage.ValidMessage accepted) {
        JsonRpcMessage message = accepted.message();
        MessageRoute route = core.router().classifyHttp(message, protocolHeaders(visit));
        if (route instanceof MessageRoute.RejectedMessage rejected) {
            visit.reject(HttpResponses.BAD_REQUEST, rejected.error(), message instanceof Request r ? r.id() : null);
        } else if (route instanceof MessageRoute.SessionMessage in) {
            sessions.handleMessage(visit, in.sessionId(), accepted);
        } else if (route instanceof MessageRoute.InitializeRequest) {
            sessions.initialize(visit, (Request) message);
        } else if (route instanceof MessageRoute.StatelessRequest stateless) {
            dispatchStateless(visit, (Request) message, stateless.revision());
        } else if (message instanceof Notification notification) {
            core.notificationHandler().handle(notification, null, null, visit.principal());
            HttpResponses.sendEmpty(visit.reply(), HttpResponses.ACCEPTED);
        } else {
            visit.reject(
                    HttpResponses.BAD_REQUEST,
                    new RpcError(
                            ErrorCode.INVALID_REQUEST,
                            "Invalid request: the response matches no request of this server"),
                    null);
        }
    }

    private static ProtocolHeaders protocolHeaders(HttpRequestContext visit) {
        HttpRequestHead head = visit.head();
        return new ProtocolHeaders(
                head.header(HeaderNames.PROTOCOL_VERSION),
                head.header(HeaderNames.SESSION_ID),
                request -> MirroredHeaderValidator.findMismatch(request, head.headers()));
    }

    private void dispatchStateless(HttpRequestContext visit, Request request, Revision revision) {
        HttpResponseWriter reply = visit.reply();
        HttpResponseSink exchange = new HttpResponseSink(
                reply,
                visit::denyAccess,
                () -> new StatelessSseStream(streams.open(reply)),
                ErrorStatusMapper::statelessStatus,
                false);
        try {
            RequestExecution run =
                    router.dispatchStateless(request, revision, visit.messageOrigin(visit.callerKey()), exchange);
            if (!run.isCompleted()) {
                reply.onClosed(run::cancel);
            }
        } catch (RpcException e) {
            visit.reject(HttpResponses.BAD_REQUEST, e.error(), request.id());
        }
    }

    private void handleMalformedResponse(HttpRequestContext visit, InboundMessage.MalformedResponse broken) {
        router.failMalformedResponse(
                broken, sessions.findSession(visit, visit.head().header(HeaderNames.SESSION_ID)));
        RpcError error =
                new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: broken response: " + broken.problem());
        visit.reject(HttpResponses.BAD_REQUEST, error, null);
    }
}
