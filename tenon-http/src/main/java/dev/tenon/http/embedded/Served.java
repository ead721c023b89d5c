package dev.tenon.http.embedded;

import dev.tenon.server.HttpOptions;
import dev.tenon.server.McpServer;
import java.util.List;

/** A server, and where and how it is served. */
record Served(McpServer server, HttpOptions options) {
    /** The paths that are its own, beside its public pages. */
    List<String> paths() {
        String sse = options.httpSsePath();
        return sse == null ? List.of(options.path()) : List.of(options.path(), sse, sse + "/message");
    }
}
