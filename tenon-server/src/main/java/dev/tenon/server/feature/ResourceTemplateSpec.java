package dev.tenon.server.feature;

import dev.tenon.model.Caching;
import dev.tenon.model.ResourceTemplate;
import dev.tenon.uri.UriTemplate;
import java.util.Map;
import java.util.Set;

/**
 * A family of resources and how they are read. Immutable; can be added to several servers.
 *
 * @param pattern matches uris against the template
 * @param caching for how long and by whom what was read may be kept
 * @param scopes what a caller needs, all of them
 * @param completions suggestions for variables, by name
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

    /** A family of resources to be described. */
    public static ResourceTemplateBuilder<ResourceTemplateSpec> builder(String uriTemplate) {
        return new ResourceTemplateBuilder<>(uriTemplate, spec -> spec);
    }
}
