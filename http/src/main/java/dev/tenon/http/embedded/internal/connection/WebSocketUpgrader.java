package dev.tenon.http.embedded.internal.connection;

import static dev.tenon.http.embedded.internal.HttpServerConfig.LOG;

import dev.tenon.http.ErrorStatusMapper;
import dev.tenon.http.embedded.internal.HttpServerConfig.ServedEndpoint;
import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpEndpoint;
import dev.tenon.server.http.HttpEndpoint.HttpCaller;
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

/** Upgrades a request to a WebSocket, if the caller is authorized. */
record WebSocketUpgrader(ServedEndpoint endpoint, Context context) {
    /** The version of the WebSocket protocol (RFC 6455, section 4.1). */
    private static final String VERSION = "13";

    void upgradeIfAuthorized(VertxExchange exchange, ClientConnection connection) {
        HttpServerRequest request = exchange.request();
        HttpEndpoint endpoint = this.endpoint.endpoint();
        exchange.callEndpoint(
                endpoint.canBlock(),
                () -> endpoint.authorizeConnection(exchange.head(), exchange.responseWriter()),
                caller -> {
                    if (caller == null) {
                        return;
                    }
                    MultiMap headers = request.headers();
                    if (!headers.contains(HttpHeaders.UPGRADE, "websocket", true)
                            || !headers.contains("Sec-WebSocket-Version", VERSION, true)) {
                        Map<String, String> required = Map.of("Upgrade", "websocket", "Sec-WebSocket-Version", VERSION);
                        exchange.responseWriter()
                                .send(HttpResponseStatus.UPGRADE_REQUIRED.code(), required, new byte[0]);
                    } else if (!isHandshake(request)) {
                        exchange.responseWriter().send(ErrorStatusMapper.BAD_REQUEST, Map.of(), new byte[0]);
                    } else {
                        request.toWebSocket()
                                .onSuccess(socket -> onAccepted(socket, caller, exchange, connection))
                                .onFailure(failure -> onUpgradeFailure(exchange, connection, failure));
                    }
                });
    }

    /**
     * Returns whether Vert.x accepts the request as a handshake (RFC 6455, section 4.2.1). It would respond to any
     * other itself.
     */
    private static boolean isHandshake(HttpServerRequest request) {
        String connection = request.getHeader(HttpHeaders.CONNECTION);
        return request.version() == HttpVersion.HTTP_1_1
                && request.method().equals(HttpMethod.GET)
                && connection != null
                && connection.toLowerCase(Locale.ROOT).contains("upgrade")
                && request.headers().contains("Sec-WebSocket-Key");
    }

    private static void onUpgradeFailure(VertxExchange exchange, ClientConnection connection, Throwable failure) {
        LOG.debug("No WebSocket for {}", exchange.head().remoteAddress(), failure);
        if (exchange.request().response().ended()) {
            // Vert.x has responded, and does not report when the next request may follow.
            connection.closeGracefully();
        } else {
            exchange.responseWriter().send(ErrorStatusMapper.BAD_REQUEST, Map.of(), new byte[0]);
        }
    }

    private void onAccepted(
            ServerWebSocket socket, HttpCaller caller, VertxExchange exchange, ClientConnection connection) {
        McpServer server = endpoint.server();
        ServerWebSocketChannel channel =
                new ServerWebSocketChannel(socket, connection, new EventLoopExecutor(context), server.channelLimits());
        socket.closeHandler(nothing -> {
            connection.unregisterFromMonitor();
            channel.onConnectionLost();
        });
        try {
            server.connectAuthorized(channel, "websocket", caller);
        } catch (IllegalStateException e) {
            LOG.debug("A WebSocket was opened after the server was closed", e);
            var unused = socket.close((short) WebSocketCloseStatus.ENDPOINT_UNAVAILABLE.code(), "the server is closed");
        }
        // Frames that arrived with the handshake are delivered now that the channel can receive them.
        connection.switchToWebSocket(channel);
        connection.unregister(exchange);
    }
}
