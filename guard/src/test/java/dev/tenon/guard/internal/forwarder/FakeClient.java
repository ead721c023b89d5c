package dev.tenon.guard.internal.forwarder;

import dev.tenon.json.Json;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Revision;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.call.ClientInputException;
import dev.tenon.server.forwarder.DownstreamClient;
import java.util.Optional;

/** A client of a revision without capabilities for input requests. */
record FakeClient(Revision revision, String callerKey, ClientCapabilities capabilities) implements DownstreamClient {
    FakeClient(Revision revision) {
        this(revision, "fake", ClientCapabilities.NONE);
    }

    @Override
    public Optional<CallerPrincipal> principal() {
        return Optional.empty();
    }

    @Override
    public Optional<Implementation> info() {
        return Optional.empty();
    }

    @Override
    public boolean hasSession() {
        return !revision.isStateless();
    }

    @Override
    public void sendNotification(NotificationType<?> type, Json params) {
        // Ignores notifications.
    }

    @Override
    public Json requestInput(Method<?, ?> method, Json params) {
        throw new ClientInputException("It cannot be asked");
    }
}
