package dev.tenon.server.feature;

import dev.tenon.model.Caching;
import dev.tenon.model.ResourceTemplate;
import dev.tenon.uri.UriTemplate;
import java.util.Map;
import java.util.Set;

/**
 * A resource template with its handler. Immutable; can be added to several servers.
 *
 * @param template the definition that clients get
 * @param pattern matches URIs against the template
 * @param caching how long, and by which caches, read contents may be cached
 * @param scopes the scopes that a caller needs, all of them
 * @param completions handlers that suggest values, by variable name
 * @param handler reads the contents
 */
public record ResourceTemplateSpec(
        ResourceTemplate template,
        UriTemplate pattern,
        Caching caching,
        Set<String> scopes,
        Map<String, ArgumentCompletionHandler> completions,
        ResourceHandler handler) {
    public ResourceTemplateSpec {
        scopes = Set.copyOf(scopes);
        completions = Map.copyOf(completions);
    }

    /** Returns a builder for a resource template (RFC 6570). */
    public static ResourceTemplateBuilder<ResourceTemplateSpec> builder(String uriTemplate) {
        return new ResourceTemplateBuilder<>(uriTemplate, spec -> spec);
    }
}
