package dev.tenon.server.feature;

import dev.tenon.server.call.CallContext;

/** Reads a resource. Runs on a thread of its own and may block. */
@FunctionalInterface
public interface ResourceHandler {
    /**
     * Returns the content: a {@code String}, a {@code byte[]}, {@link dev.tenon.model.ResourceContents}, a list of
     * those, or a {@link dev.tenon.model.ReadResourceResult}.
     *
     * @throws NoSuchResourceException if the resource does not exist
     */
    Object read(ResourceRequest request, CallContext call) throws Exception;
}
