package dev.tenon.guard;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.http.embedded.TenonHttpServer;

/** The transports of a server that is served by HTTP. */
enum HttpTransportKind {
    HTTP,
    SSE,
    WEB_SOCKET;

    ServerTarget targetOf(TenonHttpServer http) {
        return switch (this) {
            case HTTP -> ServerTarget.http(http.uri());
            case SSE -> ServerTarget.httpSse(http.httpSseUri().orElseThrow());
            case WEB_SOCKET -> ServerTarget.webSocket(http.webSocketUri().orElseThrow());
        };
    }
}
