package dev.tenon.server;

import dev.tenon.model.Annotations;
import dev.tenon.model.Caching;
import dev.tenon.model.Icon;
import dev.tenon.model.Meta;
import dev.tenon.model.ResourceTemplate;
import dev.tenon.uri.UriTemplate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Describes a family of resources by an RFC 6570 template; {@link #handler} completes it.
 *
 * @param <R> what {@code handler} gives back: the server's builder, or a {@link TemplateSpec}
 */
public final class TemplateBuilder<R> {
    private final String uriTemplate;
    private final Function<TemplateSpec, R> whenDone;
    private final List<Icon> icons = new ArrayList<>();
    private final Map<String, CompletionHandler> completions = new LinkedHashMap<>();
    private @Nullable String name;
    private @Nullable String title;
    private @Nullable String description;
    private @Nullable String mimeType;
    private @Nullable Annotations annotations;
    private Meta meta = Meta.EMPTY;
    private Caching caching = Caching.NONE;
    private Set<String> scopes = Set.of();

    TemplateBuilder(String uriTemplate, Function<TemplateSpec, R> whenDone) {
        this.uriTemplate = uriTemplate;
        this.whenDone = whenDone;
    }

    /** A name for programs; the template itself when it is left out. */
    public TemplateBuilder<R> name(String name) {
        this.name = name;
        return this;
    }

    /** A name for people. */
    public TemplateBuilder<R> title(String title) {
        this.title = title;
        return this;
    }

    /** What these resources are, for the model. */
    public TemplateBuilder<R> description(String description) {
        this.description = description;
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

    /** A picture for them; may be called several times. */
    public TemplateBuilder<R> icon(Icon icon) {
        icons.add(icon);
        return this;
    }

    /** The {@code _meta} of the template. */
    public TemplateBuilder<R> meta(Meta meta) {
        this.meta = meta;
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
     * What a caller needs who was authenticated: all of these scopes. Without them it is not listed for that caller, and
     * refused. Where nobody is authenticated, on standard input or in memory, nothing is checked.
     *
     * @throws IllegalArgumentException when one of them is no scope
     */
    public TemplateBuilder<R> scopes(String... needed) {
        scopes = ScopeNames.of(needed);
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
