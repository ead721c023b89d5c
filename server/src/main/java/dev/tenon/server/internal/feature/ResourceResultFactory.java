package dev.tenon.server.internal.feature;

import dev.tenon.model.Meta;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.ResourceContents;
import dev.tenon.model.TextResourceContents;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts the return value of a resource handler to a result. */
final class ResourceResultFactory {
    private static final String BINARY = "application/octet-stream";

    private ResourceResultFactory() {}

    static ReadResourceResult create(@Nullable Object returned, String uri, @Nullable String mimeType) {
        if (returned instanceof ReadResourceResult result) {
            return result;
        }
        if (returned instanceof List<?> list) {
            ResourceContents[] contents =
                    list.stream().map(e -> toContents(e, uri, mimeType)).toArray(ResourceContents[]::new);
            return ReadResourceResult.of(contents);
        }
        return ReadResourceResult.of(toContents(returned, uri, mimeType));
    }

    private static ResourceContents toContents(@Nullable Object returned, String uri, @Nullable String mimeType) {
        if (returned instanceof ResourceContents contents) {
            return contents;
        }
        if (returned instanceof String text) {
            return new TextResourceContents(uri, mimeType, text, Meta.EMPTY);
        }
        if (returned instanceof byte[] bytes) {
            return ResourceContents.blob(uri, mimeType == null ? BINARY : mimeType, bytes);
        }
        throw new IllegalStateException(
                "A resource handler returns a String, byte[], ResourceContents, a list of those "
                        + "or a ReadResourceResult, not "
                        + (returned == null ? "null" : returned.getClass().getName()));
    }
}
