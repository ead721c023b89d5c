package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.model.Revision;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A guard closes while clients have subscriptions and pending calls. */
class GuardCloseTest {
    private static final int SUBSCRIBERS = 10;
    private static final int URIS = 10;

    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    static Stream<Arguments> pairings() {
        return Stream.of(HttpTransportKind.values())
                .flatMap(transport -> Stream.of(Revision.V2025_11_25, Revision.V2026_07_28)
                        .filter(revision -> transport != HttpTransportKind.SSE || !revision.isStateless())
                        .map(revision -> Arguments.of(transport, revision)));
    }

    /** Issue 20, item 12: a pending call gets an error when the guard closes. */
    @ParameterizedTest
    @MethodSource("pairings")
    void a_pending_call_gets_an_error(HttpTransportKind transport, Revision revision) throws Exception {
        try (GuardedServer guarded = new GuardedServer(transport, revision);
                McpClient client =
                        McpClient.builder("front", "1").revisions(revision).connect(guarded.guardTarget())) {
            CompletableFuture<?> call = CompletableFuture.supplyAsync(() -> client.callTool("sleep", Map.of()));
            assertThat(guarded.upstream().sleepStarted.await(30, TimeUnit.SECONDS))
                    .isTrue();
            guarded.guard().close(Duration.ofMillis(100));

            assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> {
                        assertThat(e.code()).isEqualTo(-32603);
                        assertThat(e.serverMessage()).contains("shut down before this request was finished");
                    });
        }
    }

    /** Issue 20, item 5: ten subscribers that do not read do not delay closing a guard. */
    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(Revision.class)
    void ten_subscribers_that_do_not_read_do_not_delay_closing(Revision upstream) throws Exception {
        try (GuardedServer guarded = new GuardedServer(HttpTransportKind.HTTP, upstream)) {
            List<String> uris = new ArrayList<>();
            for (int i = 0; i < URIS; i++) {
                uris.add("test://items/" + i + "x".repeat(1000));
            }
            for (int i = 0; i < SUBSCRIBERS; i++) {
                subscribeWithoutReading(guarded.guardUri(), uris);
            }
            Conditions.await(
                    Duration.ofSeconds(30),
                    () -> guarded.guard().server().status().subscriptions() == SUBSCRIBERS * URIS);
            for (int i = 0; i < 500; i++) {
                uris.forEach(guarded.upstream().server::notifyResourceUpdated);
            }
            long start = System.nanoTime();
            guarded.guard().close(Duration.ofSeconds(1));

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(9));
        }
    }

    /** Sends a request for a subscription, and does not read the response. */
    private void subscribeWithoutReading(URI downstream, List<String> uris) throws IOException {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscriptions/listen\",\"params\":{\"_meta\":{"
                + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}},"
                + "\"notifications\":{\"resourceSubscriptions\":[\"" + String.join("\",\"", uris) + "\"]}}}";
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setReceiveBufferSize(8 << 10);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), downstream.getPort()));
        socket.getOutputStream()
                .write(("POST " + downstream.getPath()
                                + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                                + "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n"
                                + "Mcp-Method: subscriptions/listen\r\nContent-Length: " + body.length() + "\r\n\r\n"
                                + body)
                        .getBytes(StandardCharsets.US_ASCII));
    }
}
