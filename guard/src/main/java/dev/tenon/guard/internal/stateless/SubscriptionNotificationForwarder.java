package dev.tenon.guard.internal.stateless;

import static dev.tenon.guard.policy.MessageDirection.TO_CLIENT;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.guard.internal.forwarder.MessageInterceptor;
import dev.tenon.guard.internal.forwarder.RevisionTranslator;
import dev.tenon.guard.internal.forwarder.UpstreamNotificationListener;
import dev.tenon.guard.policy.Caller;
import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.forwarder.SubscriptionSink;

/** Forwards notifications to a subscription stream of a client without a session. */
record SubscriptionNotificationForwarder(
        SubscriptionSink sink,
        SubscriptionFilter filter,
        ProtocolCodec codec,
        MessageInterceptor interceptor,
        Caller caller)
        implements UpstreamNotificationListener {
    @Override
    public boolean acceptsUnattributed(NotificationType<?> type, Json params) {
        if (type.equals(Notifications.RESOURCE_UPDATED)) {
            Json uri = params.get("uri");
            return uri != null && filter.resourceSubscriptions().contains(uri.string());
        }
        return type.equals(Notifications.TOOLS_CHANGED) && filter.toolsListChanged()
                || type.equals(Notifications.PROMPTS_CHANGED) && filter.promptsListChanged()
                || type.equals(Notifications.RESOURCES_CHANGED) && filter.resourcesListChanged();
    }

    @Override
    public void onNotification(NotificationType<?> type, Json params, ProtocolCodec upstreamCodec) {
        Json filtered = codec.findServerNotification(type.name()) == null
                ? null
                : interceptor.filterNotification(TO_CLIENT, caller, type, params, upstreamCodec.revision());
        if (filtered != null) {
            sink.sendNotification(
                    type, new RevisionTranslator(codec, upstreamCodec).translateNotification(type, filtered));
        }
    }
}
