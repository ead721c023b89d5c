package dev.tenon.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory for messages depends on the size of the heap: a small server survives the same load as a large one. */
@Timeout(180)
@Tag("exhaustive")
@Isolated("its calls take all the processors there are")
class SmallHeapTest {
    private static final int CLIENTS = 50;
    private static final int ROUNDS = 3;

    /** Issue 20, item 10. */
    @ParameterizedTest
    @ValueSource(strings = {"-Xmx64m", "-Xmx128m", "-Xmx256m"})
    void fifty_concurrent_requests_of_4_mib_get_a_response_or_429(String heap) throws Exception {
        try (HttpServerProcess server = HttpServerProcess.start(heap)) {
            Map<Integer, Integer> statuses = new TreeMap<>();
            for (int round = 0; round < ROUNDS; round++) {
                postLargeCalls(server.port()).forEach(response -> {
                    assertThat(response.status()).isIn(200, 429);
                    assertThat(response.headers().containsKey("retry-after")).isEqualTo(response.status() == 429);
                    statuses.merge(response.status(), 1, Integer::sum);
                });
            }
            assertThat(statuses).as("some of both").containsKeys(200, 429);
            assertThat(server.isAlive()).isTrue();
            assertThat(server.status()).containsPattern("body_bytes=[1-9]|REQUEST_BYTES=[1-9]");
        }
    }

    /** Issue 20, item 10: also over WebSocket, which buffers incomplete frames; half of these stay incomplete. */
    @ParameterizedTest
    @ValueSource(strings = {"-Xmx64m", "-Xmx128m"})
    void fifty_web_sockets_that_send_4_mib_get_a_response_or_1013(String heap) throws Exception {
        String text = "x".repeat((4 << 20) - 1000);
        String call = RawWebSockets.encodeFrame(
                RawWebSockets.TEXT, Messages.call(Messages.MODERN, 1, "echo", "\"text\":\"" + text + "\""));
        try (HttpServerProcess server = HttpServerProcess.start(heap)) {
            Map<String, Integer> outcomes = new TreeMap<>();
            try (NonReadingClients incompleteClients = new NonReadingClients(
                    server.port(), CLIENTS / 2, RawWebSockets.HANDSHAKE + call.substring(0, 3 << 20))) {
                incompleteClients.sendUntilBlocked(500);
                for (String outcome : callConcurrently(() -> callOverWebSocket(server.port(), call))) {
                    outcomes.merge(outcome, 1, Integer::sum);
                }
            }
            assertThat(outcomes.keySet())
                    .as("a response or the close code 1013")
                    .contains("closed: 1013")
                    .isSubsetOf("answered", "closed: 1013", "busy", "cut");
            assertThat(server.isAlive()).isTrue();
            assertThat(server.status()).containsPattern("body_bytes=[1-9]");
            Conditions.await(() -> isBodyMemoryFree(server));
            assertThat(callOverWebSocket(server.port(), call)).isEqualTo("answered");
        }
    }

    private static boolean isBodyMemoryFree(HttpServerProcess server) {
        try {
            return server.status().contains("bodyBytes=0,");
        } catch (IOException e) {
            return false;
        }
    }

    /** Calls a tool and returns the response or the close code. */
    private static String callOverWebSocket(int port, String frame) {
        try (Socket socket = RawWebSockets.connect(port)) {
            Thread sender = new Thread(() -> sendIgnoringErrors(socket, frame));
            sender.start();
            String response = RawWebSockets.readPayload(new DataInputStream(socket.getInputStream()));
            if (response.contains("\"code\":429")) {
                return "busy"; // Two complete messages at once are more than requestBytes.
            }
            return response.contains("\"result\"") ? "answered" : response;
        } catch (IOException e) {
            // A client that is too busy to read its rejection in time.
            return "cut";
        }
    }

    private static void sendIgnoringErrors(Socket socket, String frame) {
        try {
            socket.getOutputStream().write(frame.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            // The log of the server is read elsewhere.
        }
    }

    /**
     * Issue 20, item 13: the client info is stored as long as its session, so it is small, individually and in total.
     */
    @ParameterizedTest
    @ValueSource(strings = {"-Xmx64m", "-Xmx256m"})
    void client_info_does_not_fill_the_heap(String heap) throws Exception {
        try (HttpServerProcess server = HttpServerProcess.start(heap)) {
            try (HttpConnection connection = new HttpConnection(server.port())) {
                for (int i = 0; i < 116; i++) {
                    HttpConnection.ReceivedResponse large = connection.post("", initialize(3_900_000, ""));
                    assertThat(large.status()).isEqualTo(400);
                    assertThat(large.body())
                            .contains("-32602", "params.clientInfo: 39000", "32768 together (limit: clientInfoBytes)");
                }
                for (int i = 0; i < 116; i++) {
                    HttpConnection.ReceivedResponse response =
                            connection.post("", initialize(10, "x".repeat(3_900_000)));
                    assertThat(response.status()).isEqualTo(200);
                }
                for (int i = 0; i < 4000; i++) {
                    assertThat(connection.post("", initialize(32_000, "")).status())
                            .isEqualTo(200);
                }
            }
            assertThat(server.isAlive()).isTrue();
            assertThat(server.status())
                    .containsPattern("\\bCLIENT_BYTES=116\\b")
                    .containsPattern("SESSION_BYTES=[1-9]");
        }
    }

    /** Issue 20, item 13: the events stored for resumption are limited for all sessions together. */
    @ParameterizedTest
    @CsvSource({"-Xmx64m, 150", "-Xmx256m, 500"})
    void stored_events_do_not_fill_the_heap(String heap, int sessions) throws Exception {
        try (HttpServerProcess server = HttpServerProcess.start(heap)) {
            try (HttpConnection connection = new HttpConnection(server.port())) {
                for (int i = 0; i < sessions; i++) {
                    String session =
                            connection.post("", initialize(1, "")).headers().get("mcp-session-id");
                    HttpConnection.ReceivedResponse response = connection.post(
                            "Mcp-Session-Id: " + session + "\r\n", Messages.call(Messages.LEGACY, 2, "loud", ""));
                    assertThat(response.body()).hasSizeGreaterThan(900_000).contains("said");
                }
            }
            assertThat(server.isAlive()).isTrue();
            assertThat(server.status()).containsPattern("EVENT_BYTES=[1-9]");
        }
    }

    private static String initialize(int chars, String unknownMember) {
        return Messages.request(
                1,
                "initialize",
                "\"protocolVersion\":\"" + Messages.LEGACY + "\",\"capabilities\":{},\"beside\":\"" + unknownMember
                        + "\",\"clientInfo\":{\"name\":\"" + "n".repeat(chars) + "\",\"version\":\"1\"}");
    }

    private static List<HttpConnection.ReceivedResponse> postLargeCalls(int port) throws Exception {
        String text = "x".repeat((4 << 20) - 1000);
        String call = Messages.call(Messages.MODERN, 1, "echo", "\"text\":\"" + text + "\"");
        return callConcurrently(() -> postCall(port, call));
    }

    /** Returns the results of all clients, which make the call at the same time. */
    private static <T> List<T> callConcurrently(Callable<T> call) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> response : threads.invokeAll(Collections.nCopies(CLIENTS, call))) {
                results.add(response.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private static HttpConnection.ReceivedResponse postCall(int port, String call) throws IOException {
        try (HttpConnection connection = new HttpConnection(port)) {
            return connection.post(McpHttpRequests.modernCallHeaders("echo"), call);
        }
    }
}
