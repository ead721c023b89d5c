package dev.tenon.http.embedded;

import dev.tenon.server.HttpEndpoint;
import dev.tenon.server.HttpOptions;
import dev.tenon.server.McpServer;
import java.util.List;

/** A server, and where and how it is served. */
record Served(McpServer server, HttpOptions options, HttpEndpoint endpoint) {
    Served(McpServer server, HttpOptions options) {
        this(server, options, server.http(options));
    }

    /** The paths that are its own, beside its public pages. */
    List<String> paths() {
        String sse = options.httpSsePath();
        return sse == null ? List.of(options.path()) : List.of(options.path(), sse, sse + "/message");
    }
}
