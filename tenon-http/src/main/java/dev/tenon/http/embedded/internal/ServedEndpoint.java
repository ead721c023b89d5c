package dev.tenon.http.embedded.internal;

import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpEndpoint;
import dev.tenon.server.http.HttpOptions;

/** A server, and where and how it is served. */
public record ServedEndpoint(McpServer server, HttpOptions options, HttpEndpoint endpoint) {
    public ServedEndpoint(McpServer server, HttpOptions options) {
        this(server, options, server.createHttpEndpoint(options));
    }
}
