package dev.tenon.server;

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
public record TemplateSpec(
        ResourceTemplate template,
        UriTemplate pattern,
        Caching caching,
        Set<String> scopes,
        Map<String, CompletionHandler> completions,
        ResourceHandler handler) {
    public TemplateSpec {
        scopes = Set.copyOf(scopes);
        completions = Map.copyOf(completions);
    }

    /** A family of resources to be described. */
    public static TemplateBuilder<TemplateSpec> at(String uriTemplate) {
        return new TemplateBuilder<>(uriTemplate, spec -> spec);
    }
}
