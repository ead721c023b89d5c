package dev.tenon.http.embedded;

import dev.tenon.server.HttpOptions;
import dev.tenon.server.McpServer;
import org.jspecify.annotations.Nullable;

/** What a {@link TenonHttpBuilder} was told. */
record Setup(
        McpServer server,
        String host,
        int port,
        HttpOptions options,
        HttpBounds bounds,
        @Nullable Tls tls,
        @Nullable String webSocketPath,
        boolean clearTextHttp2,
        boolean closesServer) {}
