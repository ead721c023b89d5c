package dev.tenon.server;

import dev.tenon.model.Annotations;
import dev.tenon.model.Caching;
import dev.tenon.model.ResourceTemplate;
import dev.tenon.uri.UriTemplate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Describes a family of resources by an RFC 6570 template; {@link #handler} completes it.
 *
 * @param <R> what {@code handler} gives back: the server's builder, or a {@link TemplateSpec}
 */
public final class TemplateBuilder<R> extends DescriptionBuilder<TemplateBuilder<R>> {
    private final String uriTemplate;
    private final Function<TemplateSpec, R> whenDone;
    private final Map<String, CompletionHandler> completions = new LinkedHashMap<>();
    private @Nullable String name;
    private @Nullable String mimeType;
    private @Nullable Annotations annotations;
    private Caching caching = Caching.NONE;

    TemplateBuilder(String uriTemplate, Function<TemplateSpec, R> whenDone) {
        this.uriTemplate = uriTemplate;
        this.whenDone = whenDone;
    }

    /** A name for programs; the template itself when it is left out. */
    public TemplateBuilder<R> name(String name) {
        this.name = name;
        return this;
    }

    /** What kind of content they have, where all have the same. */
    public TemplateBuilder<R> mimeType(String mimeType) {
        this.mimeType = mimeType;
        return this;
    }

    /** Whom they are for, how much they matter. */
    public TemplateBuilder<R> annotations(Annotations annotations) {
        this.annotations = annotations;
        return this;
    }

    /** For how long, and by whom, what was read may be kept; by default not at all. */
    public TemplateBuilder<R> caching(Caching caching) {
        this.caching = caching;
        return this;
    }

    /** Suggests values for a variable of the template. */
    public TemplateBuilder<R> complete(String variable, CompletionHandler completion) {
        completions.put(variable, completion);
        return this;
    }

    /**
     * Completes the family.
     *
     * @throws IllegalArgumentException when the template is none, or a completion is for a variable that it does not have
     */
    public R handler(ResourceHandler handler) {
        UriTemplate pattern = UriTemplate.parse(uriTemplate);
        for (String variable : completions.keySet()) {
            if (!pattern.variables().contains(variable)) {
                throw new IllegalArgumentException("The template " + uriTemplate + " has no variable " + variable);
            }
        }
        ResourceTemplate template = new ResourceTemplate(
                uriTemplate, name == null ? uriTemplate : name, title, description, mimeType, annotations, icons, meta);
        return whenDone.apply(new TemplateSpec(template, pattern, caching, scopes, completions, handler));
    }
}
