package dev.tenon.http.embedded.internal.connection;

import dev.tenon.http.ErrorStatusMapper;
import dev.tenon.http.embedded.internal.ServedEndpoint;
import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpEndpoint;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.ServerWebSocket;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns a request into a WebSocket, if whoever sends it is let in. */
record WebSocketUpgradeHandler(ServedEndpoint endpoint, Context context) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");
    /** The version of the WebSocket protocol (RFC 6455, section 4.1). */
    private static final String VERSION = "13";

    void handle(VertxExchange visit, ClientConnection connection) {
        HttpServerRequest request = visit.request();
        HttpEndpoint endpoint = this.endpoint.endpoint();
        visit.callEndpoint(
                endpoint.canBlock(),
                () -> endpoint.authorizeConnection(visit.head(), visit.responseWriter()),
                caller -> {
                    if (caller == null) {
                        return;
                    }
                    MultiMap headers = request.headers();
                    if (!headers.contains(HttpHeaders.UPGRADE, "websocket", true)
                            || !headers.contains("Sec-WebSocket-Version", VERSION, true)) {
                        Map<String, String> needed = Map.of("Upgrade", "websocket", "Sec-WebSocket-Version", VERSION);
                        visit.responseWriter().send(HttpResponseStatus.UPGRADE_REQUIRED.code(), needed, new byte[0]);
                        return;
                    }
                    if (!isHandshake(request)) {
                        visit.responseWriter().send(ErrorStatusMapper.BAD_REQUEST, Map.of(), new byte[0]);
                        return;
                    }
                    request.toWebSocket()
                            .onSuccess(socket -> onAccepted(socket, caller, visit, connection))
                            .onFailure(problem -> onRejected(visit, connection, problem));
                });
    }

    /**
     * Whether the HTTP server takes it for a handshake (RFC 6455, section 4.2.1). It would answer any other by itself.
     */
    private static boolean isHandshake(HttpServerRequest request) {
        String connection = request.getHeader(HttpHeaders.CONNECTION);
        return request.version() == HttpVersion.HTTP_1_1
                && request.method().equals(HttpMethod.GET)
                && connection != null
                && connection.toLowerCase(Locale.ROOT).contains("upgrade")
                && request.headers().contains("Sec-WebSocket-Key");
    }

    private static void onRejected(VertxExchange visit, ClientConnection connection, Throwable problem) {
        LOG.debug("No WebSocket for {}", visit.head().remoteAddress(), problem);
        if (visit.request().response().ended()) {
            // The HTTP server has answered, and nothing says when the next request may come.
            connection.closeGracefully();
        } else {
            visit.responseWriter().send(ErrorStatusMapper.BAD_REQUEST, Map.of(), new byte[0]);
        }
    }

    private void onAccepted(
            ServerWebSocket socket, HttpEndpoint.HttpCaller caller, VertxExchange visit, ClientConnection connection) {
        McpServer server = endpoint.server();
        ServerWebSocketChannel channel =
                new ServerWebSocketChannel(socket, connection, new EventLoopExecutor(context), server.channelLimits());
        socket.closeHandler(nothing -> {
            connection.notifyClosed();
            channel.onConnectionLost();
        });
        try {
            server.connectAuthorized(channel, "websocket", caller);
        } catch (IllegalStateException e) {
            LOG.debug("A WebSocket came too late: the server is closed", e);
            var unused = socket.close((short) WebSocketCloseStatus.ENDPOINT_UNAVAILABLE.code(), "the server is closed");
        }
        // Frames that came with the handshake are let through now that the channel takes them.
        connection.switchToWebSocket(channel);
        connection.unregister(visit);
    }
}
