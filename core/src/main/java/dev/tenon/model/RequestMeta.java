package dev.tenon.model;

import org.jspecify.annotations.Nullable;

/**
 * The client information in every request of 2026-07-28 (2026-07-28, basic, _meta).
 *
 * @param protocolVersion the revision of the request; may be unknown to Tenon
 * @param clientCapabilities the capabilities of the client for this request
 * @param clientInfo the self-description of the client, for display and logs only, or null
 * @param logLevel the lowest level of log messages for this request, or null for no log messages
 */
public record RequestMeta(
        String protocolVersion,
        ClientCapabilities clientCapabilities,
        @Nullable Implementation clientInfo,
        @Nullable LogLevel logLevel) {

    /** Creates the information for a request of the newest revision. */
    public static RequestMeta of(Implementation client, ClientCapabilities capabilities) {
        return new RequestMeta(Revision.newest().wireName(), capabilities, client, null);
    }

    /** Returns a copy that requests log messages of at least the given level. */
    public RequestMeta withLogLevel(LogLevel level) {
        return new RequestMeta(protocolVersion, clientCapabilities, clientInfo, level);
    }
}
