package dev.tenon.server.feature;

import dev.tenon.model.Resource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Describes a resource; {@link #handler} completes it.
 *
 * @param <R> what {@code handler} gives back: the server's builder, or a {@link ResourceSpec}
 */
public final class ResourceBuilder<R> extends AbstractResourceBuilder<ResourceBuilder<R>> {
    private final Function<ResourceSpec, R> whenDone;
    private final String uri;
    private @Nullable Long size;

    public ResourceBuilder(String uri, Function<ResourceSpec, R> whenDone) {
        super(uri);
        this.whenDone = whenDone;
        this.uri = uri;
    }

    /** Its size in bytes before any encoding. */
    public ResourceBuilder<R> size(long bytes) {
        size = bytes;
        return this;
    }

    /** Completes the resource. */
    public R handler(ResourceHandler handler) {
        Resource resource = new Resource(uri, name, title, description, mimeType, size, annotations, icons, meta);
        return whenDone.apply(new ResourceSpec(resource, caching, scopes, handler));
    }
}
