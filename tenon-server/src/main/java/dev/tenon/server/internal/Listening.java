package dev.tenon.server.internal;

import dev.tenon.model.ListenParams;
import dev.tenon.model.SubscriptionFilter;
import java.util.List;

/** {@code subscriptions/listen}: honours what the server can tell of, and says so. */
record Listening(Offer offer, Hub hub) implements Operation<ListenParams> {
    @Override
    public Work prepare(ListenParams params, ActiveCall call) {
        SubscriptionFilter honoured = honoured(params.notifications(), call.scope());
        call.run().atEnd(hub.count(call.scope().caller(), honoured));
        ListenStream stream = new ListenStream(call, honoured, hub);
        call.run().atEnd(() -> hub.remove(stream));
        stream.open(hub);
        if (call.run().isOver()) {
            hub.remove(stream);
        }
        return new Work.Done(Work.StaysOpen.OPEN);
    }

    /** A resource that the caller may not see is none. */
    private List<String> visible(List<String> uris, Scope scope) {
        return uris.stream()
                .filter(uri -> scope.permits(offer.needsOfResource(uri)))
                .toList();
    }

    private SubscriptionFilter honoured(SubscriptionFilter wanted, Scope scope) {
        return new SubscriptionFilter(
                wanted.toolsListChanged() && offer.hasTools(),
                wanted.promptsListChanged() && offer.hasPrompts(),
                wanted.resourcesListChanged() && offer.hasResources(),
                offer.hasResources() ? visible(wanted.resourceSubscriptions(), scope) : List.of());
    }
}
