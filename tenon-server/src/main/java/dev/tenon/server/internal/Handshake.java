package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.InitializeParams;
import dev.tenon.model.InitializeResult;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.server.Presentation;
import dev.tenon.server.Principal;
import dev.tenon.server.Relay;
import dev.tenon.server.RelayService;
import dev.tenon.wire.KnownMethods;
import dev.tenon.wire.Wire;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * {@code initialize}: agrees on a revision and opens a session. A version that is not served is answered with the newest
 * that is, and never with a stateless one (2025-11-25, basic/lifecycle, Version Negotiation).
 *
 * @param relay the relay that answers instead of the server, or null
 * @param askTime how long a client has to answer a question
 */
record Handshake(
        Wires wires, Offer offer, @Nullable Relay relay, Duration askTime, Sessions sessions, ClientBound clientBound) {
    /** Whether opening a session may take time. */
    boolean mayBlock() {
        return relay != null;
    }

    /** A session that was opened, and what its client is told. */
    record Opened(Session session, Response.Success response) {}

    /**
     * Opens a session. Its place among the sessions is taken before the relay opens anything for it.
     *
     * @param caller the key of the share of sessions that it takes from
     * @param factory makes the session for the wire that was agreed on
     * @throws dev.tenon.wire.ParamsException when the params are invalid
     * @throws RpcException when no revision with a handshake is served, or there are too many sessions
     */
    Opened open(
            Request request,
            @Nullable Principal principal,
            String caller,
            BiFunction<Wire, Session.Opener, Session> factory) {
        Wire newest = wires.of(wires.newestWithHandshake().orElseThrow(this::noHandshake));
        int bytes = clientBound.check(request.params(), "params.", "clientInfo", "capabilities");
        InitializeParams params = newest.decodeParams(Methods.INITIALIZE, request.params());
        Revision revision = wires.negotiate(params.protocolVersion()).orElseThrow(this::noHandshake);
        Wire wire = wires.of(revision);
        // Read once more with the agreed wire: what its revision does not know must not be remembered.
        params = wire.decodeParams(Methods.INITIALIZE, request.params());
        Session session = factory.apply(
                wire, new Session.Opener(params.clientInfo(), params.capabilities(), principal, caller, bytes));
        sessions.reserve(session);
        try {
            Presentation said = relay == null ? offer.presentation() : met(relay, session, principal);
            InitializeResult result = InitializeResult.of(revision, said.capabilities(), said.implementation())
                    .withInstructions(said.instructions());
            Json encoded = wire.encodeResult(Methods.INITIALIZE, result);
            sessions.add(session);
            return new Opened(session, new Response.Success(request.id(), encoded));
        } catch (RuntimeException | Error e) {
            sessions.forget(session);
            throw e;
        }
    }

    private Presentation met(Relay upstream, Session session, @Nullable Principal principal) {
        RelayService service;
        try {
            service = upstream.meet(
                    new RelayedClient(session.wire(), session, session.caller(), principal, session, askTime));
        } catch (RpcException e) {
            throw e;
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new RpcException(Incidents.error(Incidents.log("initialize", e)));
        }
        try {
            Presentation said = service.presentation();
            session.servedBy(service);
            return said;
        } catch (RuntimeException | Error e) {
            service.close();
            throw e;
        }
    }

    private RpcException noHandshake() {
        RpcError error = KnownMethods.notFound(Methods.INITIALIZE.name());
        return new RpcException(error.withData(Map.of(
                "supported", wires.revisions().stream().map(Revision::wireName).toList())));
    }
}
