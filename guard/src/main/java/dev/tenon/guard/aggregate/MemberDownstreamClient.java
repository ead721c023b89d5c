package dev.tenon.guard.aggregate;

import dev.tenon.json.Json;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Revision;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.forwarder.DownstreamClient;
import java.util.Optional;

/**
 * The client of an aggregate as one member sees it. Passes everything to the client unchanged. If the member notifies
 * of a changed list of resources, its entries are removed from the resource index first.
 */
record MemberDownstreamClient(DownstreamClient client, ReferenceCountedMember member, ServerAggregate aggregate)
        implements DownstreamClient {
    @Override
    public Revision revision() {
        return client.revision();
    }

    @Override
    public Optional<CallerPrincipal> principal() {
        return client.principal();
    }

    @Override
    public String callerKey() {
        return client.callerKey();
    }

    @Override
    public Optional<Implementation> info() {
        return client.info();
    }

    @Override
    public ClientCapabilities capabilities() {
        return client.capabilities();
    }

    @Override
    public boolean hasSession() {
        return client.hasSession();
    }

    @Override
    public void sendNotification(NotificationType<?> type, Json params) {
        if (type.equals(Notifications.RESOURCES_CHANGED)) {
            aggregate.resourceIndex.forget(member);
        }
        client.sendNotification(type, params);
    }

    @Override
    public Json requestInput(Method<?, ?> method, Json params) {
        return client.requestInput(method, params);
    }
}
