package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;

/**
 * The resource to subscribe to or to unsubscribe from (2025-11-25, resources).
 *
 * @param uri the URI of the resource
 * @param meta {@code _meta}
 */
public record SubscribeParams(String uri, Meta meta) implements Params {
    public SubscribeParams {
        Preconditions.requireNotBlank("uri", uri);
    }

    /** Creates parameters without {@code _meta}. */
    public static SubscribeParams of(String uri) {
        return new SubscribeParams(uri, Meta.EMPTY);
    }
}
