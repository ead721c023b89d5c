package dev.tenon.server.internal;

import dev.tenon.model.EmptyResult;
import dev.tenon.model.SubscribeParams;
import dev.tenon.server.ResourceNotFoundException;
import java.util.Set;

/** {@code resources/subscribe}: to a resource that there is, and that the caller may read. */
record Subscribing(Offer offer, Hub hub) implements Operation<SubscribeParams> {
    @Override
    public Set<String> needs(SubscribeParams params) {
        return offer.needsOfResource(params.uri());
    }

    @Override
    public Work prepare(SubscribeParams params, ActiveCall call) {
        String uri = params.uri();
        if (offer.resources().get(uri) == null && offer.templateOf(uri) == null) {
            throw new ResourceNotFoundException(uri);
        }
        hub.subscribe(SessionOperations.session(call), uri);
        return new Work.Done(EmptyResult.EMPTY);
    }
}
