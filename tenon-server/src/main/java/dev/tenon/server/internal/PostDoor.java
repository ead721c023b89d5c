package dev.tenon.server.internal;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.StatusTable;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.server.HttpHead;
import dev.tenon.server.HttpReply;
import dev.tenon.wire.HttpMarkers;
import dev.tenon.wire.Route;

/**
 * Handles the body of a POST: parses it and forwards the message to its session or, without a session, to the kernel.
 */
record PostDoor(Core core, MessageRouter router, Streams streams, HttpSessions sessions) {
    void take(Visit visit, byte[] body) {
        Inbound inbound = core.gate().read(body);
        if (!visit.mayEnter() && !isJudgedByKernel(inbound)) {
            visit.refuseEntry();
        } else if (inbound instanceof Inbound.Refused refused) {
            visit.refuse(HttpAnswers.BAD_REQUEST, refused.error(), refused.id());
        } else if (inbound instanceof Inbound.BrokenResponse broken) {
            brokenResponse(visit, broken);
        } else if (inbound instanceof Inbound.Batch batch) {
            sessions.batch(visit, batch);
        } else {
            route(visit, (Inbound.Accepted) inbound);
        }
    }

    /** Whether the kernel knows what this needs: then all that is lacking is named at once. */
    private static boolean isJudgedByKernel(Inbound inbound) {
        return inbound instanceof Inbound.Accepted accepted
                && accepted.message() instanceof Request request
                && !request.method().equals(Methods.INITIALIZE.name());
    }

    private void route(Visit visit, Inbound.Accepted accepted) {
        Message message = accepted.message();
        Route route = core.classifier().http(message, markers(visit));
        if (route instanceof Route.Rejected rejected) {
            visit.refuse(HttpAnswers.BAD_REQUEST, rejected.error(), message instanceof Request r ? r.id() : null);
        } else if (route instanceof Route.InSession in) {
            sessions.message(visit, in.sessionId(), accepted);
        } else if (route instanceof Route.Opening) {
            sessions.initialize(visit, (Request) message);
        } else if (route instanceof Route.Stateless stateless) {
            stateless(visit, (Request) message, stateless.revision());
        } else if (message instanceof Notification notification) {
            core.notices().take(notification, null, null, visit.principal());
            HttpAnswers.empty(visit.reply(), HttpAnswers.ACCEPTED);
        } else {
            visit.refuse(
                    HttpAnswers.BAD_REQUEST,
                    new RpcError(
                            ErrorCode.INVALID_REQUEST,
                            "Invalid request: the response matches no request of this server"),
                    null);
        }
    }

    private static HttpMarkers markers(Visit visit) {
        HttpHead head = visit.head();
        return new HttpMarkers(
                head.header(HeaderNames.PROTOCOL_VERSION),
                head.header(HeaderNames.SESSION_ID),
                request -> HeaderMirror.problem(request, head.headers()));
    }

    private void stateless(Visit visit, Request request, Revision revision) {
        HttpReply reply = visit.reply();
        HttpExchange exchange = new HttpExchange(
                reply, visit::forbid, () -> new PlainStream(streams.open(reply)), StatusTable::stateless, false);
        try {
            Run run = router.stateless(request, revision, visit.sender(visit.caller()), exchange);
            if (!run.isOver()) {
                reply.onClosed(run::cancel);
            }
        } catch (RpcException e) {
            visit.refuse(HttpAnswers.BAD_REQUEST, e.error(), request.id());
        }
    }

    private void brokenResponse(Visit visit, Inbound.BrokenResponse broken) {
        router.answered(broken, sessions.find(visit, visit.head().header(HeaderNames.SESSION_ID)));
        RpcError error =
                new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: broken response: " + broken.problem());
        visit.refuse(HttpAnswers.BAD_REQUEST, error, null);
    }
}
