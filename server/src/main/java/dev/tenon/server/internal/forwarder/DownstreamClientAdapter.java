package dev.tenon.server.internal.forwarder;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Revision;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.call.ClientInputException;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.internal.request.ClientProfile;
import dev.tenon.server.internal.request.RequestSource;
import dev.tenon.server.internal.request.ServerSession;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The client that a forwarder sees: with its session, or described by one request. */
public record DownstreamClientAdapter(
        ProtocolCodec codec,
        ClientProfile profile,
        String callerKey,
        @Nullable CallerPrincipal authenticated,
        @Nullable ServerSession session,
        @Nullable Duration clientInputTimeout)
        implements DownstreamClient {
    /** Creates the client of a single request. */
    DownstreamClientAdapter(RequestSource context) {
        this(context.codec(), context.client(), context.callerKey(), context.principal(), context.session(), null);
    }

    @Override
    public Revision revision() {
        return codec.revision();
    }

    @Override
    public Optional<CallerPrincipal> principal() {
        return Optional.ofNullable(authenticated);
    }

    @Override
    public Optional<Implementation> info() {
        return Optional.ofNullable(profile.info());
    }

    @Override
    public ClientCapabilities capabilities() {
        return profile.capabilities();
    }

    @Override
    public boolean hasSession() {
        return session != null;
    }

    @Override
    public void sendNotification(NotificationType<?> type, Json params) {
        if (session != null) {
            session.sendNotificationOnceOpen(new Notification(type.name(), params));
        }
    }

    @Override
    public Json requestInput(Method<?, ?> method, Json params) {
        if (session == null || clientInputTimeout == null) {
            throw ServerSession.unsupportedRequest(method);
        }
        if (!session.awaitOpened(clientInputTimeout)) {
            throw new ClientInputException("The client did not respond: its session is not open yet");
        }
        return session.sendAndAwaitResponse(method, params, clientInputTimeout, session.sink()::enqueue);
    }
}
