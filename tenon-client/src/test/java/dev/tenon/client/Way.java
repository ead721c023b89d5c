package dev.tenon.client;

import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.server.McpServer;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.MemoryChannels;

/** The ways from a client to a server in the same process. */
enum Way {
    MEMORY,
    HTTP,
    SSE,
    WEB_SOCKET;

    /** Serves, and says where. */
    Served serve(McpServer server) {
        if (this == MEMORY) {
            MemoryChannels.Pair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
            server.connect(pair.left(), "memory", null);
            return new Served(Target.channel(pair.right()), () -> {});
        }
        TenonHttp http = TenonHttp.serving(server)
                .port(0)
                .httpSse("/sse")
                .webSocket("/ws")
                .start();
        Target target =
                switch (this) {
                    case HTTP -> Target.http(http.uri());
                    case SSE -> Target.httpSse(http.httpSseUri().orElseThrow());
                    default -> Target.webSocket(http.webSocketUri().orElseThrow());
                };
        return new Served(target, http::close);
    }

    /** A served server. */
    record Served(Target target, Runnable stop) implements AutoCloseable {
        @Override
        public void close() {
            stop.run();
        }
    }
}
