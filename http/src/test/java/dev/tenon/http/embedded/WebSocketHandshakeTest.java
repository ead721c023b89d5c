package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The WebSocket handshake, and what a closed WebSocket leaves behind. */
@BlockedThreadCheck
class WebSocketHandshakeTest {
    /**
     * Issue 20, section 1: a closed WebSocket is aborted after a while, but its client may have another connection from
     * that port by then.
     */
    @Test
    void a_closed_connection_is_not_aborted_again() throws Exception {
        Duration timeout = Duration.ofSeconds(1);
        McpServer server = McpServer.builder("s", "1")
                .limits(Limits.DEFAULT.toBuilder()
                        .queue(new Limits.QueueLimits(256, 1 << 20, timeout))
                        .build())
                .build();
        try (server;
                TenonHttpServer http =
                        TenonHttpServer.builder(server).port(0).webSocket("/ws").start()) {
            RawConnection closedConnection = WebSocketTest.openWebSocket(http);
            int localPort = closedConnection.socket.getLocalPort();
            closedConnection.sendFrame(0x82, new byte[1]);
            assertThat(closedConnection.readCloseCode()).isEqualTo(1003);
            closedConnection.socket.setSoLinger(true, 0);
            closedConnection.close();

            try (RawConnection next = new RawConnection(http.port(), localPort)) {
                Thread.sleep(timeout.multipliedBy(2).toMillis());
                next.send(RawConnection.buildPost(
                        "server/discover", "", TestClient.modernRequest(1, "server/discover", "")));
                assertThat(next.readResponse().status()).isEqualTo(200);
            }
        }
    }

    /** Issue 20, section 1. */
    @ParameterizedTest
    @CsvSource({
        "GET, Upgrade, 12, key, 426",
        "GET, Upgrade, , key, 426",
        "GET, keep-alive, 13, key, 400",
        "POST, Upgrade, 13, key, 400",
        "GET, Upgrade, 13, , 400"
    })
    void after_a_rejected_handshake_the_connection_serves_the_next_request(
            String method, String connection, String version, String key, int status) throws Exception {
        try (TestServer testServer = new TestServer();
                TenonHttpServer http = testServer.httpBuilder().webSocket("/ws").start();
                RawConnection raw = new RawConnection(http.port())) {
            raw.send(method + " /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: " + connection
                    + "\r\nOrigin: http://localhost\r\nContent-Length: 0\r\n"
                    + (version == null ? "" : "Sec-WebSocket-Version: " + version + "\r\n")
                    + (key == null ? "" : "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n") + "\r\n");
            assertThat(raw.readResponse().status()).isEqualTo(status);

            raw.send(
                    RawConnection.buildPost("server/discover", "", TestClient.modernRequest(1, "server/discover", "")));
            assertThat(raw.readResponse().status()).isEqualTo(200);
        }
    }
}
