package dev.tenon.server.feature;

import dev.tenon.model.Resource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Builds a resource; {@link #handler} completes it.
 *
 * @param <R> the result of {@code handler}: the builder of the server, the server, or a {@link ResourceSpec}
 */
public final class ResourceBuilder<R> extends AbstractResourceBuilder<ResourceBuilder<R>> {
    private final Function<ResourceSpec, R> onBuilt;
    private final String uri;
    private @Nullable Long size;

    public ResourceBuilder(String uri, Function<ResourceSpec, R> onBuilt) {
        super(uri);
        this.onBuilt = onBuilt;
        this.uri = uri;
    }

    /** Sets the size of the raw content in bytes, before any encoding. */
    public ResourceBuilder<R> size(long bytes) {
        size = bytes;
        return this;
    }

    /** Completes the resource. */
    public R handler(ResourceHandler handler) {
        Resource resource = new Resource(uri, name, title, description, mimeType, size, annotations, icons, meta);
        return onBuilt.apply(new ResourceSpec(resource, caching, scopes, handler));
    }
}
