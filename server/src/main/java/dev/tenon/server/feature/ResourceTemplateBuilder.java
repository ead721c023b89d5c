package dev.tenon.server.feature;

import dev.tenon.model.ResourceTemplate;
import dev.tenon.uri.UriTemplate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Builds a resource template (RFC 6570); {@link #handler} completes it.
 *
 * @param <R> the result of {@code handler}: the builder of the server, the server, or a {@link ResourceTemplateSpec}
 */
public final class ResourceTemplateBuilder<R> extends AbstractResourceBuilder<ResourceTemplateBuilder<R>> {
    private final String uriTemplate;
    private final Function<ResourceTemplateSpec, R> onBuilt;
    private final Map<String, ArgumentCompletionHandler> completions = new LinkedHashMap<>();

    public ResourceTemplateBuilder(String uriTemplate, Function<ResourceTemplateSpec, R> onBuilt) {
        super(uriTemplate);
        this.uriTemplate = uriTemplate;
        this.onBuilt = onBuilt;
    }

    /** Sets the handler that suggests values for a template variable. */
    public ResourceTemplateBuilder<R> completion(String variable, ArgumentCompletionHandler completion) {
        completions.put(variable, completion);
        return this;
    }

    /**
     * Completes the resource template.
     *
     * @throws IllegalArgumentException if the template is invalid, or a completion handler is set for a variable that
     *     it does not have
     */
    public R handler(ResourceHandler handler) {
        UriTemplate pattern = UriTemplate.parse(uriTemplate);
        for (String variable : completions.keySet()) {
            if (!pattern.variables().contains(variable)) {
                throw new IllegalArgumentException("The template " + uriTemplate + " has no variable " + variable);
            }
        }
        ResourceTemplate template =
                new ResourceTemplate(uriTemplate, name, title, description, mimeType, annotations, icons, meta);
        return onBuilt.apply(new ResourceTemplateSpec(template, pattern, caching, scopes, completions, handler));
    }
}
