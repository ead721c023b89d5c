package dev.tenon.model;

/**
 * The parameters of {@code initialize}, which opens a session (2025-11-25, lifecycle).
 *
 * @param protocolVersion the revision that the client proposes; may be unknown to Tenon
 * @param capabilities the capabilities of the client
 * @param clientInfo the self-description of the client
 * @param meta {@code _meta}
 */
public record InitializeParams(
        String protocolVersion, ClientCapabilities capabilities, Implementation clientInfo, Meta meta)
        implements Params {

    /** Creates parameters that propose a revision. */
    public static InitializeParams of(Revision revision, ClientCapabilities capabilities, Implementation client) {
        return new InitializeParams(revision.wireName(), capabilities, client, Meta.EMPTY);
    }
}
