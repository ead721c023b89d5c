package dev.tenon.http.embedded;

import dev.tenon.server.HttpEndpoint;
import dev.tenon.server.HttpOptions;
import dev.tenon.server.McpServer;

/** A server, and where and how it is served. */
record Served(McpServer server, HttpOptions options, HttpEndpoint endpoint) {
    Served(McpServer server, HttpOptions options) {
        this(server, options, server.http(options));
    }
}
