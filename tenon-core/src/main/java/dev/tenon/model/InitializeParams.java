package dev.tenon.model;

/**
 * How a client opens a session (2025-11-25, lifecycle).
 *
 * @param protocolVersion the revision the client proposes, known here or not
 * @param capabilities what the client can
 * @param clientInfo what the client says it is
 * @param meta {@code _meta}
 */
public record InitializeParams(
        String protocolVersion, ClientCapabilities capabilities, Implementation clientInfo, Meta meta)
        implements Params {

    /** Proposes a revision. */
    public static InitializeParams of(Revision revision, ClientCapabilities capabilities, Implementation client) {
        return new InitializeParams(revision.wireName(), capabilities, client, Meta.EMPTY);
    }
}
