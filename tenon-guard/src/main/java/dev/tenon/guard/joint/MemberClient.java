package dev.tenon.guard.joint;

import dev.tenon.json.Json;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Revision;
import dev.tenon.server.Principal;
import dev.tenon.server.RelayClient;
import java.util.Optional;

/** The client as one member sees it. */
record MemberClient(RelayClient front, Seat seat, Common common) implements RelayClient {
    @Override
    public Revision revision() {
        return front.revision();
    }

    @Override
    public Optional<Principal> principal() {
        return front.principal();
    }

    @Override
    public String caller() {
        return front.caller();
    }

    @Override
    public Optional<Implementation> info() {
        return front.info();
    }

    @Override
    public ClientCapabilities capabilities() {
        return front.capabilities();
    }

    @Override
    public boolean hasSession() {
        return front.hasSession();
    }

    @Override
    public void tell(NotificationType<?> type, Json params) {
        if (type.equals(Notifications.RESOURCES_CHANGED)) {
            common.whereabouts.forget(seat);
        }
        front.tell(type, params);
    }

    @Override
    public Json ask(Method<?, ?> method, Json params) {
        return front.ask(method, params);
    }
}
