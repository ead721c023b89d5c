package dev.tenon.model;

import org.jspecify.annotations.Nullable;

/**
 * The result of {@code initialize} (2025-11-25, lifecycle).
 *
 * @param protocolVersion the revision of the session
 * @param capabilities the capabilities of the server
 * @param serverInfo the self-description of the server
 * @param instructions instructions for models that use the server, or null
 * @param meta {@code _meta}
 */
public record InitializeResult(
        String protocolVersion,
        ServerCapabilities capabilities,
        Implementation serverInfo,
        @Nullable String instructions,
        Meta meta)
        implements Result {

    /** Creates a result that agrees on a revision. */
    public static InitializeResult of(Revision revision, ServerCapabilities capabilities, Implementation server) {
        return new InitializeResult(revision.wireName(), capabilities, server, null, Meta.EMPTY);
    }

    /** Returns a copy with instructions for a model. */
    public InitializeResult withInstructions(@Nullable String changed) {
        return new InitializeResult(protocolVersion, capabilities, serverInfo, changed, meta);
    }
}
