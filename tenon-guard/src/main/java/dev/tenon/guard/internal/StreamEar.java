package dev.tenon.guard.internal;

import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.Direction;
import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.RelayStream;
import dev.tenon.wire.Wire;

/** Hears for a stream that a client without session has open. */
record StreamEar(RelayStream stream, SubscriptionFilter wanted, Wire front, Checkpoint checkpoint, Caller caller)
        implements Ear {
    @Override
    public boolean wants(NotificationType<?> type, Json params) {
        if (type.equals(Notifications.RESOURCE_UPDATED)) {
            Json uri = params.get("uri");
            return uri != null && wanted.resourceSubscriptions().contains(uri.string());
        }
        return type.equals(Notifications.TOOLS_CHANGED) && wanted.toolsListChanged()
                || type.equals(Notifications.PROMPTS_CHANGED) && wanted.promptsListChanged()
                || type.equals(Notifications.RESOURCES_CHANGED) && wanted.resourcesListChanged();
    }

    @Override
    public void hear(NotificationType<?> type, Json params, Wire back) {
        Json passed = front.serverNotification(type.name()) == null
                ? null
                : checkpoint.heard(Direction.TO_CLIENT, caller, type, params, back.revision());
        if (passed != null) {
            stream.tell(type, new Translation(front, back).notification(type, passed));
        }
    }
}
