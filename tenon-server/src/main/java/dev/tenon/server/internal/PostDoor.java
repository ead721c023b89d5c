package dev.tenon.server.internal;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.StatusTable;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Methods;
import dev.tenon.server.Authenticator;
import dev.tenon.server.HttpHead;
import dev.tenon.server.HttpReply;
import dev.tenon.server.Refusal;
import dev.tenon.wire.HttpMarkers;
import dev.tenon.wire.Route;
import dev.tenon.wire.StatelessWire;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes the body of a POST: through the gate, past the classifier, to the session or the stateless request it is for. */
final class PostDoor {
    private static final int ACCEPTED = 202;
    private static final int BAD_REQUEST = 400;

    private final Core core;
    private final Streams streams;
    private final HttpSessions sessions;

    PostDoor(Core core, Streams streams, HttpSessions sessions) {
        this.core = core;
        this.streams = streams;
        this.sessions = sessions;
    }

    void take(Visit visit, byte[] body) {
        Inbound inbound = core.gate().read(body);
        if (!visit.mayEnter() && !isJudgedByKernel(inbound)) {
            forbid(visit);
        } else if (inbound instanceof Inbound.Refused refused) {
            refuse(visit, BAD_REQUEST, refused.error(), refused.id());
        } else if (inbound instanceof Inbound.BrokenResponse broken) {
            brokenResponse(visit, broken);
        } else if (inbound instanceof Inbound.Batch batch) {
            sessions.batch(visit, batch, this::refuse);
        } else {
            route(visit, ((Inbound.Accepted) inbound).message());
        }
    }

    /** Whether the kernel knows what this needs: then all that is lacking is named at once. */
    private static boolean isJudgedByKernel(Inbound inbound) {
        return inbound instanceof Inbound.Accepted accepted
                && accepted.message() instanceof Request request
                && !request.method().equals(Methods.INITIALIZE.name());
    }

    private void forbid(Visit visit) {
        Authenticator.Refused refused = visit.forbid(Set.of());
        String reason = "a scope is lacking";
        Guarded.run(() -> core.observer()
                .refused(new Refusal(
                        "http", visit.head().remoteAddress(), ErrorCode.FORBIDDEN, refused.status(), reason)));
        HttpAnswers.empty(visit.reply(), refused.status(), refused.headers());
    }

    private void route(Visit visit, Message message) {
        Route route = core.classifier().http(message, markers(visit));
        if (route instanceof Route.Rejected rejected) {
            refuse(visit, rejected.status(), rejected.error(), message instanceof Request r ? r.id() : null);
        } else if (route instanceof Route.InSession in) {
            sessions.message(visit, in.sessionId(), message, this::refuse);
        } else if (route instanceof Route.Opening) {
            sessions.initialize(visit, (Request) message, this::refuse);
        } else if (route instanceof Route.Stateless stateless) {
            stateless(visit, (Request) message, core.wires().stateless(stateless.revision()));
        } else if (message instanceof Notification notification) {
            core.notices().take(notification, null, null, visit.principal());
            HttpAnswers.empty(visit.reply(), ACCEPTED);
        } else {
            refuse(visit, BAD_REQUEST, new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: nobody asked"), null);
        }
    }

    private static HttpMarkers markers(Visit visit) {
        HttpHead head = visit.head();
        return new HttpMarkers(
                head.header(HeaderNames.PROTOCOL_VERSION),
                head.header(HeaderNames.SESSION_ID),
                request -> HeaderMirror.problem(request, head.headers()));
    }

    private void stateless(Visit visit, Request request, StatelessWire wire) {
        ClientView client;
        try {
            client = RequestClient.of(wire, request.params(), core.clientBound());
        } catch (RpcException e) {
            refuse(visit, BAD_REQUEST, e.error(), request.id());
            return;
        }
        HttpReply reply = visit.reply();
        HttpExchange exchange = new HttpExchange(
                reply, visit::forbid, () -> new PlainStream(streams.open(reply)), StatusTable::stateless, false);
        Scope scope = new Scope(
                wire,
                client,
                visit.principal(),
                visit.access().base(),
                null,
                null,
                visit.head().headers());
        Run run = core.kernel().serve(request, scope, exchange);
        if (!run.isOver()) {
            reply.onClosed(run::cancel);
        }
    }

    private void brokenResponse(Visit visit, Inbound.BrokenResponse broken) {
        sessions.broken(visit, broken);
        RpcError error =
                new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: broken response: " + broken.problem());
        refuse(visit, BAD_REQUEST, error, null);
    }

    void refuse(Visit visit, int status, RpcError error, @Nullable RequestId id) {
        Guarded.run(() -> core.observer()
                .refused(new Refusal("http", visit.head().remoteAddress(), error.code(), status, error.message())));
        HttpAnswers.error(visit.reply(), status, error, id);
    }
}
