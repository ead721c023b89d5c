package dev.tenon.server.internal.feature;

import dev.tenon.model.EmptyResult;
import dev.tenon.model.ListenParams;
import dev.tenon.model.SubscribeParams;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.feature.NoSuchResourceException;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.dispatch.MethodHandler;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.RequestSource;
import dev.tenon.server.internal.request.SubscriptionStream;
import java.util.Set;

/** Handles {@code resources/subscribe}: the resource must exist, and the caller must be allowed to read it. */
record SubscribeMethodHandler(FeatureRegistry features, ChangeBroadcaster broadcaster)
        implements MethodHandler<SubscribeParams> {
    @Override
    public Set<String> requiredScopes(SubscribeParams params) {
        return features.requiredScopesOfResource(params.uri());
    }

    @Override
    public ExecutionPlan executeOrPlan(SubscribeParams params, ActiveCall call) {
        String uri = params.uri();
        if (features.resources().get(uri) == null && features.findTemplate(uri) == null) {
            throw new NoSuchResourceException(uri);
        }
        broadcaster.subscribe(call.requireSession(), uri);
        return new ExecutionPlan.ImmediateResult(EmptyResult.EMPTY);
    }

    /** Handles {@code resources/unsubscribe}. */
    ExecutionPlan unsubscribe(SubscribeParams params, ActiveCall call) {
        broadcaster.unsubscribe(call.requireSession(), params.uri());
        return new ExecutionPlan.ImmediateResult(EmptyResult.EMPTY);
    }

    /**
     * Handles {@code subscriptions/listen}: accepts the notifications that the server can send, and acknowledges them.
     */
    ExecutionPlan listen(ListenParams params, ActiveCall call) {
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
                wanted.toolsListChanged() && features.tools().wasEverNonEmpty(),
                wanted.promptsListChanged() && features.prompts().wasEverNonEmpty(),
                wanted.resourcesListChanged() && hasResources,
                wanted.resourceSubscriptions().stream()
                        .filter(uri -> hasResources && context.hasScopes(features.requiredScopesOfResource(uri)))
                        .toList());
    }
}
