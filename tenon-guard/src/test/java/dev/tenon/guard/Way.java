package dev.tenon.guard;

import dev.tenon.client.Target;
import dev.tenon.http.embedded.TenonHttp;

/** The ways to a server that is served by HTTP. */
enum Way {
    HTTP,
    SSE,
    WEB_SOCKET;

    Target to(TenonHttp http) {
        return switch (this) {
            case HTTP -> Target.http(http.uri());
            case SSE -> Target.httpSse(http.httpSseUri().orElseThrow());
            case WEB_SOCKET -> Target.webSocket(http.webSocketUri().orElseThrow());
        };
    }
}
