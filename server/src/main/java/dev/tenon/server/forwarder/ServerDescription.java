package dev.tenon.server.forwarder;

import dev.tenon.model.Implementation;
import dev.tenon.model.ServerCapabilities;
import org.jspecify.annotations.Nullable;

/**
 * The description of a server in the results of {@code initialize} and {@code server/discover}.
 *
 * @param implementation the name and version of the server
 * @param capabilities the declared capabilities
 * @param instructions instructions for the model that uses the server, or null
 */
public record ServerDescription(
        Implementation implementation,
        ServerCapabilities capabilities,
        @Nullable String instructions) {}
