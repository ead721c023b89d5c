package dev.tenon.server.internal;

import dev.tenon.http.Headers;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Revision;
import dev.tenon.server.Principal;
import dev.tenon.server.Refusal;
import dev.tenon.wire.StatelessWire;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one way of messages into the server, whatever transport brings them: requests go to the kernel, notifications to those
 * who take them, answers to the calls that wait for them.
 */
record MessageRouter(Core core) {
    /**
     * Where a message comes from.
     *
     * @param remote returns the client's address; used for refusals only
     * @param caller the key of the share of requests and subscriptions that the sender takes from
     * @param base the scopes that every request needs; none where they have been checked before
     * @param inFlight the other requests that the id of a request must differ from; null where nothing ties them together
     * @param headers the HTTP headers; null on a connection
     */
    record Sender(
            String transport,
            Supplier<@Nullable String> remote,
            String caller,
            @Nullable Principal principal,
            Set<String> base,
            @Nullable InFlight inFlight,
            @Nullable Headers headers) {}

    /** Takes what came for a session, alone or in a batch. */
    void take(Inbound inbound, Session session, Sender sender, Exchange exchange) {
        Message message = inbound instanceof Inbound.Accepted accepted ? accepted.message() : null;
        if (message instanceof Request request) {
            Scope scope = new Scope(
                    session.wire(),
                    session,
                    session.caller(),
                    sender.principal(),
                    sender.base(),
                    session,
                    session.inFlight(),
                    sender.headers());
            core.kernel().serve(request, scope, exchange);
        } else {
            takeWithoutRequest(inbound, session, sender, exchange);
        }
    }

    /** Handles notifications, responses and malformed messages. */
    void takeWithoutRequest(Inbound inbound, @Nullable Session session, Sender sender, Exchange exchange) {
        if (inbound instanceof Inbound.Refused refused) {
            refuse(refused, sender, exchange);
        } else if (inbound instanceof Inbound.BrokenResponse broken) {
            answered(broken, session);
        } else if (inbound instanceof Inbound.Accepted accepted) {
            if (accepted.message() instanceof Notification notification) {
                InFlight inFlight = session == null ? sender.inFlight() : session.inFlight();
                core.notices().take(notification, inFlight, session, sender.principal());
            } else if (accepted.message() instanceof Response response) {
                count(session != null && session.peer().answered(response));
            }
        }
    }

    /** Fails the call that a broken response belongs to. */
    void answered(Inbound.BrokenResponse broken, @Nullable Session session) {
        count(session != null && session.peer().answered(broken));
    }

    private void count(boolean awaited) {
        if (!awaited) {
            core.dropped().increment();
        }
    }

    /** Tells of a refusal, and answers it unless it is of a notification. */
    void refuse(Inbound.Refused refused, Sender sender, Exchange exchange) {
        core.refused(new Refusal(
                sender.transport(),
                sender.remote().get(),
                refused.error().code(),
                0,
                refused.error().message()));
        if (!refused.notification()) {
            exchange.reply(refused.answer());
        }
    }

    /**
     * Serves a request that stands for itself.
     *
     * @throws RpcException -32602 when it does not say what it must of its client
     */
    Run stateless(Request request, Revision revision, Sender sender, Exchange exchange) {
        StatelessWire wire = core.wires().stateless(revision);
        RequestClient client = RequestClient.of(wire, request.params(), core.clientBound());
        Scope scope = new Scope(
                wire,
                client,
                sender.caller(),
                sender.principal(),
                sender.base(),
                null,
                sender.inFlight(),
                sender.headers());
        return core.kernel().serve(request, scope, exchange);
    }
}
