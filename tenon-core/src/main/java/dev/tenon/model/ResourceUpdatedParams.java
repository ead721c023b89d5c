package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;

/**
 * Which resource changed (server features, resources).
 *
 * @param uri the resource, or a part of the one that was subscribed to
 * @param meta {@code _meta}
 */
public record ResourceUpdatedParams(String uri, Meta meta) implements Params {
    public ResourceUpdatedParams {
        Preconditions.requireNotBlank("uri", uri);
    }

    /** Without {@code _meta}. */
    public static ResourceUpdatedParams of(String uri) {
        return new ResourceUpdatedParams(uri, Meta.EMPTY);
    }
}
