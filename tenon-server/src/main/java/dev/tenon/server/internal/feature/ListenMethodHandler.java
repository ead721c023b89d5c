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

/** {@code subscriptions/listen}: honours what the server can tell of, and says so. */
record ListenMethodHandler(FeatureRegistry offer, ChangeBroadcaster hub) implements MethodHandler<ListenParams> {
    @Override
    public ExecutionPlan prepare(ListenParams params, ActiveCall call) {
        SubscriptionFilter honoured = supportedFilter(params.notifications(), call.context());
        call.execution().onCompletion(hub.acquireSubscriptions(call.context().callerKey(), honoured));
        SubscriptionStream stream = new SubscriptionStream(call, honoured, hub);
        call.execution().onCompletion(() -> hub.remove(stream));
        stream.open(hub);
        if (call.execution().isCompleted()) {
            hub.remove(stream);
        }
        return new ExecutionPlan.ImmediateResult(ExecutionPlan.KeepOpenResult.OPEN);
    }

    /** A resource that the caller may not see is none. */
    private List<String> visibleUris(List<String> uris, InboundRequestContext scope) {
        return uris.stream()
                .filter(uri -> scope.hasScopes(offer.requiredScopesOfResource(uri)))
                .toList();
    }

    private SubscriptionFilter supportedFilter(SubscriptionFilter wanted, InboundRequestContext scope) {
        return new SubscriptionFilter(
                wanted.toolsListChanged() && offer.hasTools(),
                wanted.promptsListChanged() && offer.hasPrompts(),
                wanted.resourcesListChanged() && offer.hasResources(),
                offer.hasResources() ? visibleUris(wanted.resourceSubscriptions(), scope) : List.of());
    }
}
