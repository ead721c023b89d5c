package dev.tenon.http.embedded;

import dev.tenon.server.HttpEndpoint;
import dev.tenon.server.McpServer;
import io.vertx.core.Context;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns a request into a WebSocket, if whoever sends it is let in. */
final class WebSocketDoor {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.http");
    private static final int BAD_REQUEST = 400;
    private static final int UPGRADE_REQUIRED = 426;
    private static final short GOING_AWAY = 1001;

    private final McpServer server;
    private final HttpEndpoint endpoint;
    private final Context context;

    WebSocketDoor(Setup setup, HttpEndpoint endpoint, Context context) {
        this.server = setup.first().server();
        this.endpoint = endpoint;
        this.context = context;
    }

    void serve(Visit visit, Connection connection) {
        HttpServerRequest request = visit.request();
        visit.ask(endpoint.mayBlock(), () -> endpoint.admit(visit.head(), visit.reply()), caller -> {
            if (caller == null) {
                return;
            }
            if (!request.headers().contains(HttpHeaders.UPGRADE, "websocket", true)) {
                visit.reply().send(UPGRADE_REQUIRED, Map.of("Upgrade", "websocket"), new byte[0]);
                return;
            }
            request.toWebSocket()
                    .onSuccess(socket -> accepted(socket, caller, visit, connection))
                    .onFailure(problem -> refused(visit, problem));
        });
    }

    private static void refused(Visit visit, Throwable problem) {
        LOG.debug("No WebSocket for {}", visit.head().remoteAddress(), problem);
        if (!visit.request().response().ended()) {
            visit.reply().send(BAD_REQUEST, Map.of(), new byte[0]);
        }
    }

    private void accepted(ServerWebSocket socket, HttpEndpoint.Caller caller, Visit visit, Connection connection) {
        WebSocketChannel channel = new WebSocketChannel(socket, connection, Loop.of(context), server.channelLimits());
        socket.closeHandler(nothing -> {
            connection.closed();
            channel.gone();
        });
        try {
            server.connectAdmitted(channel, "websocket", caller);
        } catch (IllegalStateException e) {
            LOG.debug("A WebSocket came too late: the server is closed", e);
            var unused = socket.close(GOING_AWAY, "the server is closed");
        }
        // Frames that came with the handshake are let through now that the channel takes them.
        visit.upgraded(channel);
    }
}
