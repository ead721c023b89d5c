package dev.tenon.server.internal;

import dev.tenon.model.ListenParams;
import dev.tenon.model.SubscriptionFilter;

/** {@code subscriptions/listen}: honours what the server can tell of, and says so. */
final class Listening implements Operation<ListenParams> {
    private final Offer offer;
    private final Hub hub;

    Listening(Offer offer, Hub hub) {
        this.offer = offer;
        this.hub = hub;
    }

    @Override
    public Work prepare(ListenParams params, ActiveCall call) {
        ListenStream stream = new ListenStream(call, honoured(params.notifications()));
        call.run().atEnd(() -> hub.remove(stream));
        stream.open(hub);
        if (call.run().isOver()) {
            hub.remove(stream);
        }
        return new Work.Hold(null);
    }

    private SubscriptionFilter honoured(SubscriptionFilter wanted) {
        return new SubscriptionFilter(
                wanted.toolsListChanged() && offer.hasTools(),
                wanted.promptsListChanged() && offer.hasPrompts(),
                wanted.resourcesListChanged() && offer.hasResources(),
                offer.hasResources() ? wanted.resourceSubscriptions() : java.util.List.of());
    }
}
