package dev.tenon.server.feature;

import dev.tenon.model.Caching;
import dev.tenon.model.Resource;
import java.util.Set;

/**
 * A resource and how it is read. Immutable; can be added to several servers.
 *
 * @param caching for how long and by whom what was read may be kept
 * @param scopes what a caller needs, all of them
 */
public record ResourceSpec(Resource resource, Caching caching, Set<String> scopes, ResourceHandler handler) {
    public ResourceSpec {
        scopes = Set.copyOf(scopes);
    }

    /** A resource to be described. */
    public static ResourceBuilder<ResourceSpec> builder(String uri) {
        return new ResourceBuilder<>(uri, spec -> spec);
    }
}
