package dev.tenon.server.internal.http;

import dev.tenon.codec.MessageRoute;
import dev.tenon.codec.ProtocolHeaders;
import dev.tenon.http.ErrorStatusMapper;
import dev.tenon.http.HeaderNames;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.MessageReadResult;
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

/** Handles the body of a POST: parses it and dispatches the message, to its session if it has one. */
record PostRequestHandler(
        ServerComponents core,
        InboundMessageDispatcher dispatcher,
        HttpStreamRegistry streams,
        HttpSessionHandler sessions) {
    void handle(AuthenticatedHttpRequest context, byte[] body) {
        MessageReadResult inbound = core.messageReader().read(body);
        if (!context.hasRequiredScopes() && !isAuthorizedByDispatcher(inbound)) {
            context.rejectMissingScopes();
        } else if (inbound instanceof MessageReadResult.InvalidMessage invalid) {
            context.reject(HttpResponses.BAD_REQUEST, invalid.error(), invalid.id());
        } else if (inbound instanceof MessageReadResult.MalformedResponse malformed) {
            handleMalformedResponse(context, malformed);
        } else if (inbound instanceof MessageReadResult.MessageBatch batch) {
            sessions.handleBatch(context, batch);
        } else {
            dispatch(context, (MessageReadResult.ValidMessage) inbound);
        }
    }

    /**
     * Returns whether the dispatcher checks the scopes of the message, so that the response names all missing scopes at
     * once.
     */
    private static boolean isAuthorizedByDispatcher(MessageReadResult inbound) {
        return inbound instanceof MessageReadResult.ValidMessage valid
                && valid.message() instanceof Request request
                && !request.method().equals(Methods.INITIALIZE.name());
    }

    private void dispatch(AuthenticatedHttpRequest context, MessageReadResult.ValidMessage valid) {
        JsonRpcMessage message = valid.message();
        MessageRoute route = core.messageClassifier().classifyHttp(message, protocolHeaders(context));
        if (route instanceof MessageRoute.RejectedMessage rejected) {
            context.reject(HttpResponses.BAD_REQUEST, rejected.error(), message instanceof Request r ? r.id() : null);
        } else if (route instanceof MessageRoute.SessionMessage sessionMessage) {
            sessions.handleMessage(context, sessionMessage.sessionId(), valid);
        } else if (route instanceof MessageRoute.InitializeRequest) {
            sessions.initialize(context, (Request) message);
        } else if (route instanceof MessageRoute.StatelessRequest stateless) {
            dispatchStateless(context, (Request) message, stateless.revision());
        } else if (message instanceof Notification notification) {
            core.notificationHandler().handle(notification, null, null, context.principal());
            HttpResponses.sendEmpty(context.responseWriter(), HttpResponses.ACCEPTED);
        } else {
            context.reject(
                    HttpResponses.BAD_REQUEST,
                    new RpcError(
                            ErrorCode.INVALID_REQUEST,
                            "Invalid request: the response matches no request of this server"),
                    null);
        }
    }

    private static ProtocolHeaders protocolHeaders(AuthenticatedHttpRequest context) {
        HttpRequestHead head = context.head();
        return new ProtocolHeaders(
                head.header(HeaderNames.PROTOCOL_VERSION),
                head.header(HeaderNames.SESSION_ID),
                request -> MirroredHeaderValidator.findMismatch(request, head.headers()));
    }

    private void dispatchStateless(AuthenticatedHttpRequest context, Request request, Revision revision) {
        HttpResponseWriter writer = context.responseWriter();
        HttpResponseSink sink = new HttpResponseSink(
                writer,
                context::createAccessDenial,
                () -> new StatelessSseStream(streams.open(writer)),
                ErrorStatusMapper::statelessStatus,
                false);
        try {
            RequestExecution execution =
                    dispatcher.dispatchStateless(request, revision, context.messageOrigin(context.callerKey()), sink);
            if (!execution.isCompleted()) {
                writer.onDisconnected(execution::cancel);
            }
        } catch (RpcException e) {
            context.reject(HttpResponses.BAD_REQUEST, e.error(), request.id());
        }
    }

    private void handleMalformedResponse(
            AuthenticatedHttpRequest context, MessageReadResult.MalformedResponse malformed) {
        dispatcher.failMalformedResponse(
                malformed, sessions.findSession(context, context.head().header(HeaderNames.SESSION_ID)));
        RpcError error =
                new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: broken response: " + malformed.problem());
        context.reject(HttpResponses.BAD_REQUEST, error, null);
    }
}
