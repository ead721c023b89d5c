package dev.tenon.server;

import dev.tenon.model.Annotations;
import dev.tenon.model.Caching;
import dev.tenon.model.Resource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Describes a resource; {@link #handler} completes it.
 *
 * @param <R> what {@code handler} gives back: the server's builder, or a {@link ResourceSpec}
 */
public final class ResourceBuilder<R> extends DescriptionBuilder<ResourceBuilder<R>> {
    private final Function<ResourceSpec, R> whenDone;
    private Caching caching = Caching.NONE;
    private @Nullable String name;

    private final String uri;
    private @Nullable String mimeType;
    private @Nullable Long size;
    private @Nullable Annotations annotations;

    ResourceBuilder(String uri, Function<ResourceSpec, R> whenDone) {
        this.whenDone = whenDone;
        this.uri = uri;
    }

    /** A name for programs; the uri when it is left out. */
    public ResourceBuilder<R> name(String name) {
        this.name = name;
        return this;
    }

    /** What kind of content it has; what is read without a type of its own gets this one. */
    public ResourceBuilder<R> mimeType(String mimeType) {
        this.mimeType = mimeType;
        return this;
    }

    /** Its size in bytes before any encoding. */
    public ResourceBuilder<R> size(long bytes) {
        size = bytes;
        return this;
    }

    /** Whom it is for, how much it matters, when it changed. */
    public ResourceBuilder<R> annotations(Annotations annotations) {
        this.annotations = annotations;
        return this;
    }

    /** For how long, and by whom, what was read may be kept; by default not at all. */
    public ResourceBuilder<R> caching(Caching caching) {
        this.caching = caching;
        return this;
    }

    /** Completes the resource. */
    public R handler(ResourceHandler handler) {
        Resource resource = new Resource(
                uri, name == null ? uri : name, title, description, mimeType, size, annotations, icons, meta);
        return whenDone.apply(new ResourceSpec(resource, caching, scopes, handler));
    }
}
