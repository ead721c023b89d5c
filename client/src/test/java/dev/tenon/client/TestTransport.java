package dev.tenon.client;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.server.McpServer;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.MemoryChannels;

/** The transports from a client to a server in the same process. */
enum TestTransport {
    MEMORY,
    HTTP,
    SSE,
    WEB_SOCKET;

    /** Serves the server over this transport. */
    Endpoint serve(McpServer server) {
        if (this == MEMORY) {
            MemoryChannels.ChannelPair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
            server.connect(pair.left(), "memory", null);
            return new Endpoint(ServerTarget.channel(pair.right()), () -> {});
        }
        TenonHttpServer http = TenonHttpServer.builder(server)
                .port(0)
                .httpSse("/sse")
                .webSocket("/ws")
                .start();
        ServerTarget target =
                switch (this) {
                    case HTTP -> ServerTarget.http(http.uri());
                    case SSE -> ServerTarget.httpSse(http.httpSseUri().orElseThrow());
                    default -> ServerTarget.webSocket(http.webSocketUri().orElseThrow());
                };
        return new Endpoint(target, http::close);
    }

    /** The target of a server, and the action that stops its transport. */
    record Endpoint(ServerTarget target, Runnable stop) implements AutoCloseable {
        @Override
        public void close() {
            stop.run();
        }
    }
}
