package dev.tenon.server.feature;

import dev.tenon.model.ResourceTemplate;
import dev.tenon.uri.UriTemplate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Describes a family of resources by an RFC 6570 template; {@link #handler} completes it.
 *
 * @param <R> what {@code handler} gives back: the server's builder, or a {@link ResourceTemplateSpec}
 */
public final class ResourceTemplateBuilder<R> extends AbstractResourceBuilder<ResourceTemplateBuilder<R>> {
    private final String uriTemplate;
    private final Function<ResourceTemplateSpec, R> whenDone;
    private final Map<String, ArgumentCompletionHandler> completions = new LinkedHashMap<>();

    public ResourceTemplateBuilder(String uriTemplate, Function<ResourceTemplateSpec, R> whenDone) {
        super(uriTemplate);
        this.uriTemplate = uriTemplate;
        this.whenDone = whenDone;
    }

    /** Suggests values for a variable of the template. */
    public ResourceTemplateBuilder<R> completion(String variable, ArgumentCompletionHandler completion) {
        completions.put(variable, completion);
        return this;
    }

    /**
     * Completes the family.
     *
     * @throws IllegalArgumentException when the template is none, or a completion is for a variable that it does not
     *     have
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
        return whenDone.apply(new ResourceTemplateSpec(template, pattern, caching, scopes, completions, handler));
    }
}
