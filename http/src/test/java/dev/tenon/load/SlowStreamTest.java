package dev.tenon.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Streams of clients that do not read. */
@BlockedThreadCheck
@Timeout(120)
@Isolated("it measures times")
class SlowStreamTest {
    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(30);

    private final List<Socket> nonReaders = new ArrayList<>();
    private McpServer server;
    private TenonHttpServer http;

    private void start(Duration timeout) {
        Limits limits = Limits.DEFAULT.toBuilder()
                .queue(new Limits.QueueLimits(256, 1 << 20, timeout))
                .requestsPerSession(100)
                .requestTimeout(Duration.ofSeconds(60))
                .build();
        server = LoadServer.builder(limits)
                .tool("huge")
                .handler((in, call) -> "x".repeat(900_000))
                .tool("impatient")
                .timeout(Duration.ofMillis(500))
                .handler((in, call) -> {
                    TimeUnit.MINUTES.sleep(2);
                    return "never";
                })
                .tool("says")
                .handler((in, call) -> {
                    call.log(dev.tenon.model.LogLevel.ERROR, "says", "something");
                    TimeUnit.MINUTES.sleep(2);
                    return "never";
                })
                .tool("flood")
                .timeout(Duration.ofSeconds(2))
                .handler((in, call) -> {
                    // Progress would restart the timeout.
                    for (int i = 0; i < 200; i++) {
                        call.log(dev.tenon.model.LogLevel.ERROR, "flood", "x".repeat(100_000));
                    }
                    TimeUnit.MINUTES.sleep(2);
                    return "never";
                })
                .build();
        http = TenonHttpServer.builder(server)
                .port(0)
                .httpSse("/sse")
                .closeServersOnShutdown()
                .start();
    }

    @AfterEach
    void stop() throws IOException {
        http.close(Duration.ZERO);
        for (Socket socket : nonReaders) {
            socket.close();
        }
    }

    /** A connection with a small buffer, which sends a request and reads no response. */
    private Socket openNonReader(String request) throws IOException {
        Socket socket = new Socket();
        nonReaders.add(socket);
        socket.setReceiveBufferSize(8 << 10);
        socket.setSoTimeout(30_000);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), http.port()));
        socket.getOutputStream().write(request.getBytes(ISO_8859_1));
        return socket;
    }

    private String buildPost(String path, String headers, String body) {
        return "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + http.port() + "\r\nContent-Type: application/json\r\n"
                + "Accept: application/json, text/event-stream\r\n" + headers + "Content-Length: "
                + body.getBytes(UTF_8).length + "\r\n\r\n" + body;
    }

    /** Opens sessions whose clients call a flooding tool and read nothing, so that its handlers wait for them. */
    private void openFloodedSessions(HttpConnection opener, String tool, int count) throws Exception {
        String headers = McpHttpRequests.sessionHeaders(McpHttpRequests.openSession(opener));
        for (int i = 0; i < count; i++) {
            openNonReader(buildPost("/mcp", headers, Messages.call(Messages.LEGACY, i, tool, "")));
        }
    }

    /**
     * Issue 20, item 3: over HTTP+SSE, a client that sends many requests and does not read delays no other, and only it
     * is disconnected.
     */
    @Test
    void a_client_of_http_sse_that_reads_nothing_is_disconnected_and_delays_no_other() throws Exception {
        start(Duration.ofSeconds(6));
        try (BackgroundClients backgroundClients = new BackgroundClients(http.port())) {
            backgroundClients.awaitCalls(50);
            Socket stream = openNonReader(
                    "GET /sse HTTP/1.1\r\nHost: 127.0.0.1:" + http.port() + "\r\nAccept: text/event-stream\r\n\r\n");
            StringBuilder start = new StringBuilder();
            while (!start.toString().matches("(?s).*sessionId=[\\w-]+\\s.*")) {
                start.append((char) stream.getInputStream().read());
            }
            String path =
                    "/sse/message?sessionId=" + start.toString().replaceAll("(?s).*sessionId=([\\w-]+)\\s.*", "$1");
            for (int i = 0; i < 90; i++) {
                String call = Messages.call(Messages.MODERN, i, "huge", "");
                openNonReader(buildPost(path, "", call));
            }
            Conditions.await(() -> server.status().openStreams() == 0);
            backgroundClients.awaitCalls(50);

            assertThat(backgroundClients.stop())
                    .as("the slowest call of others, in ms")
                    .isLessThan(5000);
        }
    }

    /** Issue 20, item 4: requests whose clients do not read end at their timeout, and so do all others. */
    @Test
    @Tag("exhaustive")
    void clients_that_read_nothing_delay_no_timeout() throws Exception {
        start(LONG_TIMEOUT);
        try (HttpConnection otherClient = new HttpConnection(http.port())) {
            long start = System.nanoTime();
            openFloodedSessions(otherClient, "flood", 5);
            Conditions.await(() -> server.status().requests() == 5);
            Conditions.await(() -> server.status().requests() == 0);
            Json timedOut = McpHttpRequests.parseMessage(otherClient.post(
                    McpHttpRequests.modernCallHeaders("impatient"),
                    Messages.call(Messages.MODERN, 9, "impatient", "")));

            assertThat(timedOut.get("result").get("isError").bool()).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(25));
        }
    }

    /** Issue 20, item 5: closing takes no longer than the given time, whatever clients do. */
    @Test
    @Tag("exhaustive")
    void a_server_closes_in_the_given_time_whatever_its_clients_do() throws Exception {
        start(LONG_TIMEOUT);
        try (HttpConnection otherClient = new HttpConnection(http.port())) {
            openFloodedSessions(otherClient, "chatter", 3);
            openFullSubscriptions(3);
            Conditions.await(() -> server.status().requests() == 3);
            long start = System.nanoTime();
            server.close(Duration.ofSeconds(1));
            Duration closeDuration = Duration.ofNanos(System.nanoTime() - start);
            http.close(Duration.ofSeconds(1));

            assertThat(closeDuration).isLessThan(Duration.ofSeconds(20));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(25));
        }
    }

    /** Issue 20, item 12: a call that is aborted because the server closes ends its stream with an error. */
    @Test
    void an_aborted_call_ends_its_stream_with_an_error() throws Exception {
        start(LONG_TIMEOUT);
        try (HttpConnection client = new HttpConnection(http.port())) {
            String headers = McpHttpRequests.sessionHeaders(McpHttpRequests.openSession(client));
            client.send("POST", headers, Messages.call(Messages.LEGACY, 7, "says", ""));
            assertThat(client.receiveHead().headers()).containsEntry("content-type", "text/event-stream");
            server.close(Duration.ofMillis(100));

            assertThat(client.readChunks())
                    .contains("\"id\":7", "\"error\"", "shut down before this request was finished")
                    .endsWith("\n\n");
        }
    }

    /** Issue 20, item 15: a client that reads late has missed no change. */
    @Test
    void a_client_that_reads_late_is_notified_of_every_change() throws Exception {
        start(LONG_TIMEOUT);
        List<String> uris = buildUris(400);
        Socket listener = openListenStream(uris);
        Conditions.await(() -> server.status().subscriptions() >= 400);
        List<String> repeatedUris = uris.subList(0, 100);
        for (int i = 0; i < 200; i++) {
            repeatedUris.forEach(server::notifyResourceUpdated);
        }
        List<String> singleUris = uris.subList(100, 400);
        singleUris.forEach(server::notifyResourceUpdated);

        Set<String> missing = new HashSet<>(singleUris);
        BufferedReader in = new BufferedReader(new InputStreamReader(listener.getInputStream(), UTF_8));
        for (String line = in.readLine(); line != null && !missing.isEmpty(); line = in.readLine()) {
            int uri = line.indexOf("\"uri\":\"") + 7;
            if (uri > 7) {
                missing.remove(line.substring(uri, line.indexOf('"', uri)));
            }
        }
        assertThat(missing).isEmpty();
    }

    /** Issue 20, item 15: a client that never reads is disconnected. */
    @Test
    void a_client_that_never_reads_is_disconnected() throws Exception {
        start(Duration.ofSeconds(2));
        List<String> uris = buildUris(50);
        openListenStream(uris);
        Conditions.await(() -> server.status().subscriptions() >= 50);

        Conditions.await(() -> {
            // Data that the operating system buffers does not count as pending, so changes continue until that buffer
            // is full.
            uris.forEach(server::notifyResourceUpdated);
            return server.status().openStreams() == 0 && server.status().subscriptions() == 0;
        });
    }

    private static List<String> buildUris(int count) {
        List<String> uris = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            uris.add("load://" + i + "x".repeat(1000));
        }
        return uris;
    }

    private Socket openListenStream(List<String> uris) throws IOException {
        String listen = Messages.request(
                Messages.MODERN,
                1,
                "subscriptions/listen",
                "\"notifications\":{\"resourceSubscriptions\":[\"" + String.join("\",\"", uris) + "\"]}");
        String headers = "MCP-Protocol-Version: " + Messages.MODERN + "\r\nMcp-Method: subscriptions/listen\r\n";
        return openNonReader(buildPost("/mcp", headers, listen));
    }

    /** Opens subscriptions whose clients do not read, with the maximum of pending data. */
    private void openFullSubscriptions(int count) throws Exception {
        List<String> uris = buildUris(10);
        for (int i = 0; i < count; i++) {
            openListenStream(uris);
        }
        Conditions.await(() -> server.status().subscriptions() >= count * uris.size());
        for (int i = 0; i < 1000; i++) {
            uris.forEach(server::notifyResourceUpdated);
        }
    }
}
