package dev.tenon.server.feature;

import dev.tenon.model.Caching;
import dev.tenon.model.Resource;
import java.util.Set;

/**
 * A resource with its handler. Immutable; can be added to several servers.
 *
 * @param resource the definition that clients get
 * @param caching how long, and by which caches, read contents may be cached
 * @param scopes the scopes that a caller needs, all of them
 * @param handler reads the contents
 */
public record ResourceSpec(Resource resource, Caching caching, Set<String> scopes, ResourceHandler handler) {
    public ResourceSpec {
        scopes = Set.copyOf(scopes);
    }

    /** Returns a builder for a resource. */
    public static ResourceBuilder<ResourceSpec> builder(String uri) {
        return new ResourceBuilder<>(uri, spec -> spec);
    }
}
