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
import dev.tenon.server.http.HttpResponseWriter;
import dev.tenon.server.internal.connection.ServerComponents;
import dev.tenon.server.internal.request.RequestExecution;

/** Handles the body of a POST: parses it and dispatches the message, to its session if it has one. */
record PostRequestHandler(ServerComponents core, HttpStreamSupervisor streams, HttpSessionHandler sessions) {
    void handle(AuthenticatedHttpRequest request, byte[] body) {
        MessageReadResult inbound = core.messageReader().read(body);
        if (!request.hasRequiredScopes() && !isAuthorizedByDispatcher(inbound)) {
            request.rejectMissingScopes();
        } else if (inbound instanceof MessageReadResult.InvalidMessage invalid) {
            request.reject(HttpResponses.BAD_REQUEST, invalid.error(), invalid.id());
        } else if (inbound instanceof MessageReadResult.MalformedResponse malformed) {
            handleMalformedResponse(request, malformed);
        } else if (inbound instanceof MessageReadResult.MessageBatch batch) {
            sessions.handleBatch(request, batch);
        } else {
            dispatch(request, (MessageReadResult.ValidMessage) inbound);
        }
    }

    /**
     * Returns whether the dispatcher checks the scopes of the message, so that the response names all missing scopes at
     * once.
     */
    private static boolean isAuthorizedByDispatcher(MessageReadResult inbound) {
        return inbound instanceof MessageReadResult.ValidMessage valid
                && valid.message() instanceof Request message
                && !message.method().equals(Methods.INITIALIZE.name());
    }

    private void dispatch(AuthenticatedHttpRequest request, MessageReadResult.ValidMessage valid) {
        JsonRpcMessage message = valid.message();
        MessageRoute route = core.messageClassifier().classifyHttp(message, protocolHeaders(request));
        if (route instanceof MessageRoute.RejectedMessage rejected) {
            request.reject(HttpResponses.BAD_REQUEST, rejected.error(), message instanceof Request r ? r.id() : null);
        } else if (route instanceof MessageRoute.SessionMessage sessionMessage) {
            sessions.handleMessage(request, sessionMessage.sessionId(), valid);
        } else if (route instanceof MessageRoute.InitializeRequest) {
            sessions.initialize(request, (Request) message);
        } else if (route instanceof MessageRoute.StatelessRequest stateless) {
            dispatchStateless(request, (Request) message, stateless.revision());
        } else if (message instanceof Notification notification) {
            core.notificationHandler().handle(notification, null, null, request.principal());
            request.sendEmpty(HttpResponses.ACCEPTED);
        } else {
            rejectResponse(request, "the response matches no request of this server");
        }
    }

    private static ProtocolHeaders protocolHeaders(AuthenticatedHttpRequest request) {
        return new ProtocolHeaders(
                request.header(HeaderNames.PROTOCOL_VERSION),
                request.header(HeaderNames.SESSION_ID),
                message -> MirroredHeaderValidator.findMismatch(
                        message, request.head().headers()));
    }

    /**
     * Dispatches a request of a stateless revision. If the client disconnects before the response is complete, the
     * request is cancelled.
     */
    private void dispatchStateless(AuthenticatedHttpRequest request, Request message, Revision revision) {
        HttpResponseWriter writer = request.responseWriter();
        HttpResponseSink sink = new HttpResponseSink(
                request, () -> new StatelessSseStream(streams.open(writer)), ErrorStatusMapper::statelessStatus, false);
        try {
            RequestExecution execution = sessions.dispatcher()
                    .dispatchStateless(message, revision, request.messageOrigin(request.callerKey()), sink);
            if (!execution.isCompleted()) {
                writer.onDisconnected(execution::cancel);
            }
        } catch (RpcException e) {
            request.reject(HttpResponses.BAD_REQUEST, e.error(), message.id());
        }
    }

    private void handleMalformedResponse(
            AuthenticatedHttpRequest request, MessageReadResult.MalformedResponse malformed) {
        sessions.dispatcher()
                .failMalformedResponse(
                        malformed, sessions.findAndRefreshSession(request, request.header(HeaderNames.SESSION_ID)));
        rejectResponse(request, "broken response: " + malformed.problem());
    }

    private static void rejectResponse(AuthenticatedHttpRequest request, String problem) {
        RpcError error = new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem);
        request.reject(HttpResponses.BAD_REQUEST, error, null);
    }
}
