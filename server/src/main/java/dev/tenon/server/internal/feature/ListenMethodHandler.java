package dev.tenon.server.internal.feature;

import dev.tenon.model.ListenParams;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.dispatch.MethodHandler;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.InboundRequestContext;
import dev.tenon.server.internal.request.SubscriptionStream;
import java.util.List;

/** Handles {@code subscriptions/listen}: accepts the notifications that the server can send, and acknowledges them. */
record ListenMethodHandler(FeatureRegistry features, ChangeBroadcaster broadcaster)
        implements MethodHandler<ListenParams> {
    @Override
    public ExecutionPlan prepare(ListenParams params, ActiveCall call) {
        SubscriptionFilter acknowledged = supportedFilter(params.notifications(), call.context());
        call.execution()
                .onCompletion(broadcaster.acquireSubscriptions(call.context().callerKey(), acknowledged));
        SubscriptionStream stream = new SubscriptionStream(call, acknowledged, broadcaster);
        call.execution().onCompletion(() -> broadcaster.remove(stream));
        stream.open(broadcaster);
        if (call.execution().isCompleted()) {
            broadcaster.remove(stream);
        }
        return new ExecutionPlan.ImmediateResult(ExecutionPlan.KeepOpenResult.OPEN);
    }

    /** Returns the URIs that the caller may see; others are ignored, like unknown ones. */
    private List<String> visibleUris(List<String> uris, InboundRequestContext context) {
        return uris.stream()
                .filter(uri -> context.hasScopes(features.requiredScopesOfResource(uri)))
                .toList();
    }

    private SubscriptionFilter supportedFilter(SubscriptionFilter wanted, InboundRequestContext context) {
        return new SubscriptionFilter(
                wanted.toolsListChanged() && features.hasTools(),
                wanted.promptsListChanged() && features.hasPrompts(),
                wanted.resourcesListChanged() && features.hasResources(),
                features.hasResources() ? visibleUris(wanted.resourceSubscriptions(), context) : List.of());
    }
}
