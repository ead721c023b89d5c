package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;

/**
 * Which resource to subscribe to, or no longer (2025-11-25, resources).
 *
 * @param uri the resource
 * @param meta {@code _meta}
 */
public record SubscribeParams(String uri, Meta meta) implements Params {
    public SubscribeParams {
        Preconditions.requireNotBlank("uri", uri);
    }

    /** For a resource. */
    public static SubscribeParams of(String uri) {
        return new SubscribeParams(uri, Meta.EMPTY);
    }
}
