package dev.tenon.server.forwarder;

import dev.tenon.model.Implementation;
import dev.tenon.model.ServerCapabilities;
import org.jspecify.annotations.Nullable;

/**
 * What a server says of itself at the handshake, or when it is discovered.
 *
 * @param implementation what it is
 * @param capabilities what it can
 * @param instructions what a model should know before it uses it, or null
 */
public record ServerDescription(
        Implementation implementation,
        ServerCapabilities capabilities,
        @Nullable String instructions) {}
