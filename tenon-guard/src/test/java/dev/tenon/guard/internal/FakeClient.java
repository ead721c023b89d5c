package dev.tenon.guard.internal;

import dev.tenon.json.Json;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Revision;
import dev.tenon.server.AskFailedException;
import dev.tenon.server.Principal;
import dev.tenon.server.RelayClient;
import java.util.Optional;

/** A client of that revision that cannot be asked anything. */
record FakeClient(Revision revision, String caller, ClientCapabilities capabilities) implements RelayClient {
    FakeClient(Revision revision) {
        this(revision, "fake", ClientCapabilities.NONE);
    }

    @Override
    public Optional<Principal> principal() {
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
    public void tell(NotificationType<?> type, Json params) {
        // It does not listen.
    }

    @Override
    public Json ask(Method<?, ?> method, Json params) {
        throw new AskFailedException("It cannot be asked");
    }
}
