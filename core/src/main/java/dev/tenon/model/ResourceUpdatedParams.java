package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;

/**
 * Identifies a resource that changed (server features, resources).
 *
 * @param uri the URI of the resource, or of a sub-resource of the subscribed one
 * @param meta {@code _meta}
 */
public record ResourceUpdatedParams(String uri, Meta meta) implements Params {
    public ResourceUpdatedParams {
        Preconditions.requireNotBlank("uri", uri);
    }

    /** Creates parameters without {@code _meta}. */
    public static ResourceUpdatedParams of(String uri) {
        return new ResourceUpdatedParams(uri, Meta.EMPTY);
    }
}
