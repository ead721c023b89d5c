package dev.tenon.server.internal;

import dev.tenon.codec.HandshakeCodec;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.internal.RequestCorrelator;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.ServerSession;
import dev.tenon.server.internal.request.SessionRequestRegistry;
import dev.tenon.server.internal.request.SessionSink;
import org.jspecify.annotations.Nullable;

/** Creates sessions of the newest handshake revision that are not registered. */
public final class TestSessions {
    private static final int MAX_REQUESTS = 10;

    private TestSessions() {}

    /** Creates a session of the caller "caller" without authentication. */
    public static ServerSession of(ChangeBroadcaster broadcaster, SessionSink sink) {
        return of(broadcaster, sink, "caller", null, 0);
    }

    public static ServerSession of(
            ChangeBroadcaster broadcaster,
            SessionSink sink,
            String callerKey,
            @Nullable CallerPrincipal principal,
            int clientInfoBytes) {
        return new ServerSession(
                HandshakeCodec.of(Revision.newestWithHandshake()),
                new ServerSession.SessionOwner(
                        Implementation.of("client", "1"),
                        ClientCapabilities.NONE.withElicitation(true, true).withSampling(false),
                        principal,
                        callerKey,
                        clientInfoBytes),
                new SessionRequestRegistry(MAX_REQUESTS, LeniencyPolicy.NONE, new LimitHitCounters()),
                new RequestCorrelator(MAX_REQUESTS, id -> {}),
                sink,
                broadcaster);
    }
}
