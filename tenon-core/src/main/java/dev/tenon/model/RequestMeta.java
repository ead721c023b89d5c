package dev.tenon.model;

import org.jspecify.annotations.Nullable;

/**
 * What every request of 2026-07-28 says about its client (2026-07-28, basic, _meta).
 *
 * @param protocolVersion the revision the request is made under, known here or not
 * @param clientCapabilities what the client can, for this request
 * @param clientInfo what the client says it is; for show only, never to decide upon
 * @param logLevel the lowest level of log messages this request wants, or null for none at all
 */
public record RequestMeta(
        String protocolVersion,
        ClientCapabilities clientCapabilities,
        @Nullable Implementation clientInfo,
        @Nullable LogLevel logLevel) {

    /** For the newest revision. */
    public static RequestMeta of(Implementation client, ClientCapabilities capabilities) {
        return new RequestMeta(Revision.newest().wireName(), capabilities, client, null);
    }

    /** With a wish for log messages from that level on. */
    public RequestMeta withLogLevel(LogLevel level) {
        return new RequestMeta(protocolVersion, clientCapabilities, clientInfo, level);
    }
}
