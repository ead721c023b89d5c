package dev.tenon.model;

import org.jspecify.annotations.Nullable;

/**
 * How a server takes a session up (2025-11-25, lifecycle).
 *
 * @param protocolVersion the revision of the session
 * @param capabilities what the server can
 * @param serverInfo what the server says it is
 * @param instructions what a model should know to use the server well, or null
 * @param meta {@code _meta}
 */
public record InitializeResult(
        String protocolVersion,
        ServerCapabilities capabilities,
        Implementation serverInfo,
        @Nullable String instructions,
        Meta meta)
        implements Result {

    /** Agrees on a revision. */
    public static InitializeResult of(Revision revision, ServerCapabilities capabilities, Implementation server) {
        return new InitializeResult(revision.wireName(), capabilities, server, null, Meta.EMPTY);
    }

    /** With instructions for a model. */
    public InitializeResult withInstructions(@Nullable String changed) {
        return new InitializeResult(protocolVersion, capabilities, serverInfo, changed, meta);
    }
}
