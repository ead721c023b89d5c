package dev.tenon.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.JsonLimits;
import dev.tenon.server.http.HttpOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

class BodyTest {
    private static final int MAX_BYTES = JsonLimits.DEFAULT.bytes();
    private static final String CALL =
            ServletFixture.modernBody(1, "tools/call", ",\"name\":\"echo\",\"arguments\":{\"text\":\"a\"}");

    @EachContainer
    void a_body_announced_as_too_large_is_rejected_and_the_connection_stays_open(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> response =
                        fixture.send(fixture.post(BodyPublishers.ofByteArray(new byte[MAX_BYTES + 1])));
                assertThat(response.statusCode()).isEqualTo(413);
                assertThat(response.body()).contains("-32600");
            }
            assertStillServes(fixture);
        }
    }

    @EachContainer
    void a_body_that_grows_too_large_is_rejected(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            HttpResponse<String> response = fixture.send(fixture.post(
                    BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[3 * MAX_BYTES]))));
            assertThat(response.statusCode()).isEqualTo(413);
            assertStillServes(fixture);
        }
    }

    @EachContainer
    void a_body_of_exactly_the_maximum_is_read(Container kind) {
        String padded = CALL + " ".repeat(MAX_BYTES - CALL.length());
        try (ServletFixture fixture = new ServletFixture(kind)) {
            var request = fixture.post(padded)
                    .header("MCP-Protocol-Version", ServletFixture.MODERN)
                    .header("Mcp-Method", "tools/call")
                    .header("Mcp-Name", "echo");
            assertThat(fixture.send(request).statusCode()).isEqualTo(200);
        }
    }

    @EachContainer
    void a_body_announced_as_too_large_is_rejected_even_if_it_does_not_arrive(Container kind) throws Exception {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            for (long announced : new long[] {999_999_999_999L, MAX_BYTES + 1}) {
                try (RawClient client = new RawClient(fixture.port())) {
                    client.write(
                            RawClient.buildHead(fixture.port(), "echo") + "Content-Length: " + announced + "\r\n\r\n");
                    String head = client.readHead();
                    assertThat(head).startsWith("HTTP/1.1 413").containsIgnoringCase("Content-Length:");
                    assertThat(client.read(20)).startsWith("{");
                }
            }
            Conditions.await(() -> fixture.openExchangeCount() == 0);
        }
    }

    @EachContainer
    @Tag("exhaustive")
    void a_rejection_without_a_body_reaches_a_silent_client(Container kind) throws Exception {
        try (ServletFixture fixture = new ServletFixture(kind);
                RawClient client = new RawClient(fixture.port())) {
            client.write("PUT /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n123");
            assertThat(client.readHead()).startsWith("HTTP/1.1 405");
        }
    }

    @EachContainer
    void a_client_that_expects_100_continue_is_rejected_at_once(Container kind) throws Exception {
        try (ServletFixture fixture = new ServletFixture(kind);
                RawClient client = new RawClient(fixture.port())) {
            client.write(RawClient.buildHead(fixture.port(), "echo") + "Expect: 100-continue\r\nContent-Length: "
                    + (MAX_BYTES + 1)
                    + "\r\n\r\n");
            String response = client.readHead();
            // Tomcat sends 100 (Continue) before it calls the servlet.
            assertThat(response.startsWith("HTTP/1.1 100") ? client.readHead() : response)
                    .startsWith("HTTP/1.1 413");
        }
    }

    @EachContainer
    void a_client_that_expects_100_continue_gets_it(Container kind) throws Exception {
        try (ServletFixture fixture = new ServletFixture(kind);
                RawClient client = new RawClient(fixture.port())) {
            client.write(RawClient.buildHead(fixture.port(), "echo") + "Expect: 100-continue\r\nContent-Length: "
                    + CALL.length() + "\r\n\r\n");
            assertThat(client.readHead()).startsWith("HTTP/1.1 100");
            client.write(CALL);
            assertThat(client.readHead()).startsWith("HTTP/1.1 200");
        }
    }

    @EachContainer
    void a_body_that_arrives_in_small_pieces_is_read(Container kind) throws Exception {
        try (ServletFixture fixture = new ServletFixture(kind);
                RawClient client = new RawClient(fixture.port())) {
            client.write(RawClient.buildHead(fixture.port(), "echo") + "Transfer-Encoding: chunked\r\n\r\n");
            for (int i = 0; i < CALL.length(); i += 50) {
                String piece = CALL.substring(i, Math.min(i + 50, CALL.length()));
                client.write(Integer.toHexString(piece.length()) + "\r\n" + piece + "\r\n");
                Thread.sleep(20);
            }
            client.write("0\r\n\r\n");
            assertThat(client.readHead()).startsWith("HTTP/1.1 200");
        }
    }

    @EachContainer
    void a_truncated_body_is_not_processed(Container kind) throws Exception {
        String head = "Content-Length: " + (CALL.length() + 1) + "\r\n\r\n" + CALL;
        assertTruncatedBodyIgnored(kind, head);
    }

    @EachContainer
    void a_truncated_chunked_body_is_not_processed(Container kind) throws Exception {
        String chunk = Integer.toHexString(CALL.length()) + "\r\n" + CALL + "\r\n";
        assertTruncatedBodyIgnored(kind, "Transfer-Encoding: chunked\r\n\r\n" + chunk);
    }

    private static void assertTruncatedBodyIgnored(Container kind, String truncatedRequest) throws Exception {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            for (boolean halfClose : new boolean[] {true, false}) {
                RawClient client = new RawClient(fixture.port());
                client.write(RawClient.buildHead(fixture.port(), "echo") + truncatedRequest);
                if (halfClose) {
                    client.shutdownOutput();
                    client.readToEnd();
                }
                client.close();
            }
            assertStillServes(fixture);
            Thread.sleep(200);
            assertThat(fixture.testServer.calls).hasValue(1);
            Conditions.await(() -> fixture.openExchangeCount() == 0);
        }
    }

    @EachContainer
    void an_empty_body_is_a_parse_error(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            HttpResponse<String> response = fixture.send(fixture.post(""));
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body()).contains("-32700");
            HttpResponse<String> chunked = fixture.send(
                    fixture.post(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[0]))));
            assertThat(chunked.body()).contains("-32700");
        }
    }

    @EachContainer
    void a_rejection_reaches_a_client_that_is_still_sending(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            HttpResponse<String> response = fixture.send(fixture.post(BodyPublishers.ofByteArray(new byte[3_000_000]))
                    .header("Origin", "http://evil.example"));
            assertThat(response.statusCode()).isEqualTo(403);
            assertStillServes(fixture);
        }
    }

    @EachContainer
    @Tag("exhaustive")
    void an_endless_body_is_aborted(Container kind) throws Exception {
        try (ServletFixture fixture = new ServletFixture(kind);
                RawClient client = new RawClient(fixture.port())) {
            client.write(RawClient.buildHead(fixture.port(), "echo") + "Transfer-Encoding: chunked\r\n\r\n");
            String chunk = "40000\r\n" + "z".repeat(0x40000) + "\r\n";
            boolean disconnected = false;
            for (int sent = 0; sent < 2000 && !disconnected; sent++) {
                try {
                    client.write(chunk);
                } catch (IOException e) {
                    disconnected = true;
                }
            }
            assertThat(disconnected).as("cut off").isTrue();
            Conditions.await(() -> fixture.openExchangeCount() == 0);
        }
    }

    @EachContainer
    @Tag("exhaustive")
    void a_body_that_arrives_too_slowly_is_aborted(Container kind) throws Exception {
        TestServer testServer = new TestServer();
        ServletLimits limits = ServletLimits.DEFAULT.withBodyTimeout(Duration.ofSeconds(1));
        try (ServletFixture fixture = startFixture(kind, testServer, limits);
                RawClient client = new RawClient(fixture.port())) {
            client.write(RawClient.buildHead(fixture.port(), "echo") + "Content-Length: 100000\r\n\r\n");
            boolean disconnected = false;
            for (int sent = 0; sent < 100 && !disconnected; sent++) {
                Thread.sleep(100);
                try {
                    client.write(" ");
                } catch (IOException e) {
                    disconnected = true;
                }
            }
            assertThat(disconnected).as("cut off").isTrue();
            assertThat(fixture.limitCounts()).containsEntry("slow_senders", 1L);
            assertStillServes(fixture);
        }
    }

    @EachContainer
    void bodies_being_received_share_a_budget(Container kind) throws Exception {
        TestServer testServer = new TestServer();
        ServletLimits limits = ServletLimits.DEFAULT.withMaxBodyBytes(MAX_BYTES + 2000);
        try (ServletFixture fixture = startFixture(kind, testServer, limits)) {
            for (int i = 0; i < 3; i++) {
                try (RawClient client = new RawClient(fixture.port())) {
                    client.write(
                            RawClient.buildHead(fixture.port(), "echo") + "Content-Length: " + MAX_BYTES + "\r\n\r\n");
                    client.write(" ".repeat(MAX_BYTES - 1));
                    Conditions.await(() -> fixture.bodyBytes() >= MAX_BYTES - 1);
                    HttpResponse<String> busy = fixture.send(fixture.post(" ".repeat(MAX_BYTES / 2)));
                    assertThat(busy.statusCode()).isEqualTo(429);
                    assertThat(busy.body()).contains("429");
                }
                // Its client has disconnected: its memory is available again.
                Conditions.await(() -> fixture.openExchangeCount() == 0);
            }
            assertThat(fixture.send(fixture.post(" ".repeat(MAX_BYTES / 2))).statusCode())
                    .isEqualTo(400);
            assertThat(fixture.limitCounts()).containsEntry("body_bytes", 3L);
        }
    }

    private static ServletFixture startFixture(Container kind, TestServer testServer, ServletLimits limits) {
        McpServlet servlet = McpServlet.of(testServer.server, HttpOptions.DEFAULT, limits);
        return new ServletFixture(kind, testServer, Container.Deployment.of(servlet), "/mcp");
    }

    private static void assertStillServes(ServletFixture fixture) {
        assertThat(fixture.send(fixture.modernCall(2, "echo", "{\"text\":\"still\"}"))
                        .body())
                .contains("still");
    }
}
