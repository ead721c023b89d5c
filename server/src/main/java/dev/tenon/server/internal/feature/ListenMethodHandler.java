package dev.tenon.server.internal.feature;

import dev.tenon.model.ListenParams;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.dispatch.MethodHandler;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.RequestSource;
import dev.tenon.server.internal.request.SubscriptionStream;

/** Handles {@code subscriptions/listen}: accepts the notifications that the server can send, and acknowledges them. */
record ListenMethodHandler(FeatureRegistry features, ChangeBroadcaster broadcaster)
        implements MethodHandler<ListenParams> {
    @Override
    public ExecutionPlan executeOrPlan(ListenParams params, ActiveCall call) {
        SubscriptionFilter acknowledged = supportedFilter(params.notifications(), call.context());
        call.execution()
                .onCompletion(broadcaster.acquireSubscriptions(call.context().callerKey(), acknowledged));
        SubscriptionStream.open(call, acknowledged, broadcaster);
        return new ExecutionPlan.ImmediateResult(ExecutionPlan.KeepOpenResult.OPEN);
    }

    /** URIs that the caller may not see are ignored, like unknown ones. */
    private SubscriptionFilter supportedFilter(SubscriptionFilter wanted, RequestSource context) {
        boolean hasResources = features.hasResources();
        return new SubscriptionFilter(
                wanted.toolsListChanged() && features.hasTools(),
                wanted.promptsListChanged() && features.hasPrompts(),
                wanted.resourcesListChanged() && hasResources,
                wanted.resourceSubscriptions().stream()
                        .filter(uri -> hasResources && context.hasScopes(features.requiredScopesOfResource(uri)))
                        .toList());
    }
}
