package dev.tenon.http.embedded.internal;

import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpEndpoint;
import dev.tenon.server.http.HttpOptions;

/** A server with its HTTP options and endpoint. */
public record ServedEndpoint(McpServer server, HttpOptions options, HttpEndpoint endpoint) {
    public ServedEndpoint(McpServer server, HttpOptions options) {
        this(server, options, server.createHttpEndpoint(options));
    }
}
