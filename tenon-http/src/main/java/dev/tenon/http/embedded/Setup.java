package dev.tenon.http.embedded;

import dev.tenon.server.HttpOptions;
import dev.tenon.server.McpServer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a {@link TenonHttpBuilder} was told. */
record Setup(
        McpServer server,
        String host,
        int port,
        HttpOptions options,
        List<Served> others,
        HttpBounds bounds,
        @Nullable Tls tls,
        @Nullable String webSocketPath,
        boolean clearTextHttp2,
        boolean closesServer) {
    /** All servers, the first one first. */
    List<Served> all() {
        List<Served> all = new ArrayList<>();
        all.add(new Served(server, options));
        all.addAll(others);
        return all;
    }
}
