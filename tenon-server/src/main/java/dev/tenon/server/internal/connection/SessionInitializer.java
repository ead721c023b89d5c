package dev.tenon.server.internal.connection;

import dev.tenon.codec.KnownMethods;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.InitializeParams;
import dev.tenon.model.InitializeResult;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.forwarder.RequestForwarder;
import dev.tenon.server.forwarder.ServerDescription;
import dev.tenon.server.internal.error.IncidentLog;
import dev.tenon.server.internal.feature.FeatureRegistry;
import dev.tenon.server.internal.forwarder.DownstreamClientAdapter;
import dev.tenon.server.internal.limit.ClientInfoSizeValidator;
import dev.tenon.server.internal.request.ServerSession;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * {@code initialize}: agrees on a revision and opens a session. A version that is not served is answered with the
 * newest that is, and never with a stateless one (2025-11-25, basic/lifecycle, Version Negotiation).
 *
 * @param forwarder the relay that answers instead of the server, or null
 * @param clientInputTimeout how long a client has to answer a question
 */
public record SessionInitializer(
        CodecRegistry codecs,
        FeatureRegistry features,
        @Nullable RequestForwarder forwarder,
        Duration clientInputTimeout,
        SessionRegistry sessions,
        ClientInfoSizeValidator clientBound) {
    /** Whether opening a session may take time. */
    public boolean canBlock() {
        return forwarder != null;
    }

    /** A session that was opened, and what its client is told. */
    public record OpenedSession(ServerSession session, Response.Success response) {}

    /**
     * Opens a session. Its place among the sessions is taken before the relay opens anything for it.
     *
     * @param caller the key of the share of sessions that it takes from
     * @param factory makes the session for the wire that was agreed on
     * @throws dev.tenon.codec.ParamsException when the params are invalid
     * @throws RpcException when no revision with a handshake is served, or there are too many sessions
     */
    public OpenedSession openSession(
            Request request,
            @Nullable CallerPrincipal principal,
            String caller,
            BiFunction<ProtocolCodec, ServerSession.SessionOwner, ServerSession> factory) {
        ProtocolCodec newest = codecs.codecFor(codecs.newestHandshakeRevision().orElseThrow(this::noHandshakeRevision));
        int bytes = clientBound.validate(request.params(), "params.", "clientInfo", "capabilities");
        InitializeParams params = newest.decodeParams(Methods.INITIALIZE, request.params());
        Revision revision = codecs.negotiate(params.protocolVersion()).orElseThrow(this::noHandshakeRevision);
        ProtocolCodec wire = codecs.codecFor(revision);
        // Read once more with the agreed wire: what its revision does not know must not be remembered.
        params = wire.decodeParams(Methods.INITIALIZE, request.params());
        ServerSession session = factory.apply(
                wire,
                new ServerSession.SessionOwner(params.clientInfo(), params.capabilities(), principal, caller, bytes));
        sessions.reserve(session);
        try {
            ServerDescription said =
                    forwarder == null ? features.serverDescription() : connectForwarder(forwarder, session, principal);
            InitializeResult result = InitializeResult.of(revision, said.capabilities(), said.implementation())
                    .withInstructions(said.instructions());
            Json encoded = wire.encodeResult(Methods.INITIALIZE, result);
            sessions.add(session);
            return new OpenedSession(session, new Response.Success(request.id(), encoded));
        } catch (RuntimeException | Error e) {
            sessions.cancelReservation(session);
            throw e;
        }
    }

    private ServerDescription connectForwarder(
            RequestForwarder upstream, ServerSession session, @Nullable CallerPrincipal principal) {
        ForwardingSession service;
        try {
            service = upstream.connect(new DownstreamClientAdapter(
                    session.codec(), session, session.callerKey(), principal, session, clientInputTimeout));
        } catch (RpcException e) {
            throw e;
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new RpcException(IncidentLog.toError(IncidentLog.log("initialize", e)));
        }
        try {
            ServerDescription said = service.serverDescription();
            session.attachForwardingSession(service);
            return said;
        } catch (RuntimeException | Error e) {
            service.close();
            throw e;
        }
    }

    private RpcException noHandshakeRevision() {
        RpcError error = KnownMethods.methodNotFoundError(Methods.INITIALIZE.name());
        return new RpcException(error.withData(Map.of(
                "supported", codecs.revisions().stream().map(Revision::wireName).toList())));
    }
}
