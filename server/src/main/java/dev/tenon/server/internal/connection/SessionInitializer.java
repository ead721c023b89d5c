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
 * Handles {@code initialize}: negotiates a revision and opens a session. If the requested revision is not supported,
 * the newest one with a handshake is selected (2025-11-25, basic/lifecycle, Version Negotiation).
 */
public record SessionInitializer(
        CodecRegistry codecs,
        FeatureRegistry features,
        SessionRegistry sessions,
        ClientInfoSizeValidator clientInfoValidator) {
    /** Returns whether opening a session can block. */
    public boolean canBlock() {
        return features.settings().forwarder() != null;
    }

    /** An opened session with the response for its client. */
    public record OpenedSession(ServerSession session, Response.Success response) {}

    /**
     * Opens a session. It is counted as a session before the forwarder is called.
     *
     * @param caller the key under which the limits per caller are counted
     * @param factory creates the session with the codec of the negotiated revision
     * @throws dev.tenon.codec.ParamsException if the params are invalid
     * @throws RpcException if no revision with a handshake is supported, or there are too many sessions
     */
    public OpenedSession openSession(
            Request request,
            @Nullable CallerPrincipal principal,
            String caller,
            BiFunction<ProtocolCodec, ServerSession.SessionOwner, ServerSession> factory) {
        Revision newest = codecs.newestHandshakeRevision().orElseThrow(this::noHandshakeRevision);
        int bytes = clientInfoValidator.validateAndMeasure(request.params(), "params.", "clientInfo", "capabilities");
        InitializeParams params = codecs.requireCodec(newest).decodeParams(Methods.INITIALIZE, request.params());
        Revision revision = codecs.negotiateRevision(params.protocolVersion()).orElseThrow(this::noHandshakeRevision);
        ProtocolCodec codec = codecs.requireCodec(revision);
        // Decodes again with the negotiated revision, so that members unknown to it are not stored.
        params = codec.decodeParams(Methods.INITIALIZE, request.params());
        ServerSession session = factory.apply(
                codec,
                new ServerSession.SessionOwner(params.clientInfo(), params.capabilities(), principal, caller, bytes));
        sessions.evictIdleAndReserve(session);
        try {
            RequestForwarder forwarder = features.settings().forwarder();
            ServerDescription description =
                    forwarder == null ? features.serverDescription() : connectForwarder(forwarder, session, principal);
            InitializeResult result = InitializeResult.of(
                            revision, description.capabilities(), description.implementation())
                    .withInstructions(description.instructions());
            Json encoded = codec.encodeResult(Methods.INITIALIZE, result);
            sessions.registerReserved(session);
            return new OpenedSession(session, new Response.Success(request.id(), encoded));
        } catch (RuntimeException | Error e) {
            sessions.cancelReservationAndClose(session);
            throw e;
        }
    }

    private ServerDescription connectForwarder(
            RequestForwarder forwarder, ServerSession session, @Nullable CallerPrincipal principal) {
        Duration clientInputTimeout = features.settings().limits().clientInputTimeout();
        ForwardingSession forwardingSession;
        try {
            forwardingSession = forwarder.connect(new DownstreamClientAdapter(
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
            ServerDescription description = forwardingSession.serverDescription();
            session.attachForwardingSession(forwardingSession);
            return description;
        } catch (RuntimeException | Error e) {
            forwardingSession.close();
            throw e;
        }
    }

    private RpcException noHandshakeRevision() {
        RpcError error = KnownMethods.methodNotFoundError(Methods.INITIALIZE.name());
        return new RpcException(error.withData(Map.of(
                "supported", codecs.revisions().stream().map(Revision::wireName).toList())));
    }
}
