package dev.tenon.server;

import dev.tenon.model.Caching;
import dev.tenon.model.Resource;

/**
 * A resource and how it is read. Immutable; can be added to several servers.
 *
 * @param caching for how long and by whom what was read may be kept
 */
public record ResourceSpec(Resource resource, Caching caching, ResourceHandler handler) {
    /** A resource to be described. */
    public static ResourceBuilder<ResourceSpec> at(String uri) {
        return new ResourceBuilder<>(uri, spec -> spec);
    }
}
