package dev.tenon.server;

import dev.tenon.model.Annotations;
import dev.tenon.model.Caching;
import dev.tenon.model.Icon;
import dev.tenon.model.Meta;
import dev.tenon.model.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Describes a resource; {@link #handler} completes it.
 *
 * @param <R> what {@code handler} gives back: the server's builder, or a {@link ResourceSpec}
 */
public final class ResourceBuilder<R> {
    private final Function<ResourceSpec, R> whenDone;
    private final List<Icon> icons = new ArrayList<>();
    private Resource resource;
    private Caching caching = Caching.NONE;
    private @Nullable String name;
    private Set<String> scopes = Set.of();

    ResourceBuilder(String uri, Function<ResourceSpec, R> whenDone) {
        this.whenDone = whenDone;
        this.resource = Resource.of(uri, uri);
    }

    /** A name for programs; the uri when it is left out. */
    public ResourceBuilder<R> name(String name) {
        this.name = name;
        return this;
    }

    /** A name for people. */
    public ResourceBuilder<R> title(String title) {
        resource = resource.withTitle(title);
        return this;
    }

    /** What it is, for the model. */
    public ResourceBuilder<R> description(String description) {
        resource = resource.withDescription(description);
        return this;
    }

    /** What kind of content it has; what is read without a type of its own gets this one. */
    public ResourceBuilder<R> mimeType(String mimeType) {
        resource = resource.withMimeType(mimeType);
        return this;
    }

    /** Its size in bytes before any encoding. */
    public ResourceBuilder<R> size(long bytes) {
        resource = resource.withSize(bytes);
        return this;
    }

    /** Whom it is for, how much it matters, when it changed. */
    public ResourceBuilder<R> annotations(Annotations annotations) {
        resource = resource.withAnnotations(annotations);
        return this;
    }

    /** A picture for it; may be called several times. */
    public ResourceBuilder<R> icon(Icon icon) {
        icons.add(icon);
        return this;
    }

    /** The {@code _meta} of the resource. */
    public ResourceBuilder<R> meta(Meta meta) {
        resource = resource.withMeta(meta);
        return this;
    }

    /** For how long, and by whom, what was read may be kept; by default not at all. */
    public ResourceBuilder<R> caching(Caching caching) {
        this.caching = caching;
        return this;
    }

    /**
     * What a caller needs who was authenticated: all of these scopes. Without them it is not listed for that caller, and
     * refused. Where nobody is authenticated, on standard input or in memory, nothing is checked.
     *
     * @throws IllegalArgumentException when one of them is no scope
     */
    public ResourceBuilder<R> scopes(String... needed) {
        scopes = ScopeNames.of(needed);
        return this;
    }

    /** Completes the resource. */
    public R handler(ResourceHandler handler) {
        Resource done = resource.withIcons(icons);
        Resource named = new Resource(
                done.uri(),
                name == null ? done.uri() : name,
                done.title(),
                done.description(),
                done.mimeType(),
                done.size(),
                done.annotations(),
                done.icons(),
                done.meta());
        return whenDone.apply(new ResourceSpec(named, caching, scopes, handler));
    }
}
