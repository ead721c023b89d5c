package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Revision;
import dev.tenon.server.AskFailedException;
import dev.tenon.server.Principal;
import dev.tenon.server.RelayClient;
import dev.tenon.wire.Wire;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A client for a relay: with its session, or as one request describes it. */
record RelayedClient(
        Wire wire,
        ClientView view,
        String caller,
        @Nullable Principal authenticated,
        @Nullable Session session,
        @Nullable Duration askTime)
        implements RelayClient {
    /** A client that makes one request. */
    RelayedClient(Scope scope) {
        this(scope.wire(), scope.client(), scope.caller(), scope.principal(), scope.session(), null);
    }

    @Override
    public Revision revision() {
        return wire.revision();
    }

    @Override
    public Optional<Principal> principal() {
        return Optional.ofNullable(authenticated);
    }

    @Override
    public Optional<Implementation> info() {
        return Optional.ofNullable(view.info());
    }

    @Override
    public ClientCapabilities capabilities() {
        return view.capabilities();
    }

    @Override
    public boolean hasSession() {
        return session != null;
    }

    @Override
    public void tell(NotificationType<?> type, Json params) {
        if (session != null) {
            session.tellOnceOpen(new Notification(type.name(), params));
        }
    }

    @Override
    public Json ask(Method<?, ?> method, Json params) {
        if (session == null || askTime == null) {
            throw RawAsking.impossible(method);
        }
        if (!session.awaitOpened(askTime)) {
            throw new AskFailedException("The client did not answer: its session is not open yet");
        }
        return RawAsking.ask(session, method, params, askTime, session.outlet()::enqueue);
    }
}
