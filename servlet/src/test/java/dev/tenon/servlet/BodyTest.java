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
    private static final int MOST = JsonLimits.DEFAULT.bytes();
    private static final String CALL =
            Site.modernBody(1, "tools/call", ",\"name\":\"echo\",\"arguments\":{\"text\":\"a\"}");

    @EachContainer
    void a_body_announced_as_too_large_is_rejected_and_the_connection_stays_open(Container kind) {
        try (Site site = new Site(kind)) {
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> response = site.send(site.post(BodyPublishers.ofByteArray(new byte[MOST + 1])));
                assertThat(response.statusCode()).isEqualTo(413);
                assertThat(response.body()).contains("-32600");
            }
            assertStillServes(site);
        }
    }

    @EachContainer
    void a_body_that_grows_too_large_is_rejected(Container kind) {
        try (Site site = new Site(kind)) {
            HttpResponse<String> response = site.send(
                    site.post(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[3 * MOST]))));
            assertThat(response.statusCode()).isEqualTo(413);
            assertStillServes(site);
        }
    }

    @EachContainer
    void a_body_of_exactly_the_maximum_is_read(Container kind) {
        String padded = CALL + " ".repeat(MOST - CALL.length());
        try (Site site = new Site(kind)) {
            var request = site.post(padded)
                    .header("MCP-Protocol-Version", Site.MODERN)
                    .header("Mcp-Method", "tools/call")
                    .header("Mcp-Name", "echo");
            assertThat(site.send(request).statusCode()).isEqualTo(200);
        }
    }

    @EachContainer
    void a_body_announced_as_too_large_is_rejected_even_if_it_does_not_arrive(Container kind) throws Exception {
        try (Site site = new Site(kind)) {
            for (long announced : new long[] {999_999_999_999L, MOST + 1}) {
                try (RawClient client = new RawClient(site.port())) {
                    client.write(RawClient.head(site.port(), "echo") + "Content-Length: " + announced + "\r\n\r\n");
                    String head = client.headers();
                    assertThat(head).startsWith("HTTP/1.1 413").containsIgnoringCase("Content-Length:");
                    assertThat(client.read(20)).startsWith("{");
                }
            }
            Eventually.isTrue(() -> site.open() == 0);
        }
    }

    @EachContainer
    @Tag("exhaustive")
    void a_rejection_without_a_body_reaches_a_silent_client(Container kind) throws Exception {
        try (Site site = new Site(kind);
                RawClient client = new RawClient(site.port())) {
            client.write("PUT /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n123");
            assertThat(client.headers()).startsWith("HTTP/1.1 405");
        }
    }

    @EachContainer
    void a_client_that_expects_100_continue_is_rejected_at_once(Container kind) throws Exception {
        try (Site site = new Site(kind);
                RawClient client = new RawClient(site.port())) {
            client.write(RawClient.head(site.port(), "echo") + "Expect: 100-continue\r\nContent-Length: " + (MOST + 1)
                    + "\r\n\r\n");
            String response = client.headers();
            // Tomcat sends 100 (Continue) before it calls the servlet.
            assertThat(response.startsWith("HTTP/1.1 100") ? client.headers() : response)
                    .startsWith("HTTP/1.1 413");
        }
    }

    @EachContainer
    void a_client_that_expects_100_continue_gets_it(Container kind) throws Exception {
        try (Site site = new Site(kind);
                RawClient client = new RawClient(site.port())) {
            client.write(RawClient.head(site.port(), "echo") + "Expect: 100-continue\r\nContent-Length: "
                    + CALL.length() + "\r\n\r\n");
            assertThat(client.headers()).startsWith("HTTP/1.1 100");
            client.write(CALL);
            assertThat(client.headers()).startsWith("HTTP/1.1 200");
        }
    }

    @EachContainer
    void a_body_that_arrives_in_small_pieces_is_read(Container kind) throws Exception {
        try (Site site = new Site(kind);
                RawClient client = new RawClient(site.port())) {
            client.write(RawClient.head(site.port(), "echo") + "Transfer-Encoding: chunked\r\n\r\n");
            for (int i = 0; i < CALL.length(); i += 50) {
                String piece = CALL.substring(i, Math.min(i + 50, CALL.length()));
                client.write(Integer.toHexString(piece.length()) + "\r\n" + piece + "\r\n");
                Thread.sleep(20);
            }
            client.write("0\r\n\r\n");
            assertThat(client.headers()).startsWith("HTTP/1.1 200");
        }
    }

    @EachContainer
    void a_truncated_body_is_not_processed(Container kind) throws Exception {
        String head = "Content-Length: " + (CALL.length() + 1) + "\r\n\r\n" + CALL;
        cut(kind, head);
    }

    @EachContainer
    void a_truncated_chunked_body_is_not_processed(Container kind) throws Exception {
        String chunk = Integer.toHexString(CALL.length()) + "\r\n" + CALL + "\r\n";
        cut(kind, "Transfer-Encoding: chunked\r\n\r\n" + chunk);
    }

    private static void cut(Container kind, String rest) throws Exception {
        try (Site site = new Site(kind)) {
            for (boolean halfClose : new boolean[] {true, false}) {
                RawClient client = new RawClient(site.port());
                client.write(RawClient.head(site.port(), "echo") + rest);
                if (halfClose) {
                    client.endOutput();
                    client.readToEnd();
                }
                client.close();
            }
            assertStillServes(site);
            Thread.sleep(200);
            assertThat(site.fixture.calls).hasValue(1);
            Eventually.isTrue(() -> site.open() == 0);
        }
    }

    @EachContainer
    void an_empty_body_is_a_parse_error(Container kind) {
        try (Site site = new Site(kind)) {
            HttpResponse<String> response = site.send(site.post(""));
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body()).contains("-32700");
            HttpResponse<String> chunked =
                    site.send(site.post(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[0]))));
            assertThat(chunked.body()).contains("-32700");
        }
    }

    @EachContainer
    void a_rejection_reaches_a_client_that_is_still_sending(Container kind) {
        try (Site site = new Site(kind)) {
            HttpResponse<String> response = site.send(
                    site.post(BodyPublishers.ofByteArray(new byte[3_000_000])).header("Origin", "http://evil.example"));
            assertThat(response.statusCode()).isEqualTo(403);
            assertStillServes(site);
        }
    }

    @EachContainer
    @Tag("exhaustive")
    void an_endless_body_is_aborted(Container kind) throws Exception {
        try (Site site = new Site(kind);
                RawClient client = new RawClient(site.port())) {
            client.write(RawClient.head(site.port(), "echo") + "Transfer-Encoding: chunked\r\n\r\n");
            String chunk = "40000\r\n" + "z".repeat(0x40000) + "\r\n";
            boolean cut = false;
            for (int sent = 0; sent < 2000 && !cut; sent++) {
                try {
                    client.write(chunk);
                } catch (IOException e) {
                    cut = true;
                }
            }
            assertThat(cut).as("cut off").isTrue();
            Eventually.isTrue(() -> site.open() == 0);
        }
    }

    @EachContainer
    @Tag("exhaustive")
    void a_body_that_arrives_too_slowly_is_aborted(Container kind) throws Exception {
        Fixture fixture = new Fixture();
        ServletLimits limits = ServletLimits.DEFAULT.withBodyTimeout(Duration.ofSeconds(1));
        try (Site site = site(kind, fixture, limits);
                RawClient client = new RawClient(site.port())) {
            client.write(RawClient.head(site.port(), "echo") + "Content-Length: 100000\r\n\r\n");
            boolean cut = false;
            for (int sent = 0; sent < 100 && !cut; sent++) {
                Thread.sleep(100);
                try {
                    client.write(" ");
                } catch (IOException e) {
                    cut = true;
                }
            }
            assertThat(cut).as("cut off").isTrue();
            assertThat(site.boundsMet()).containsEntry("slow_senders", 1L);
            assertStillServes(site);
        }
    }

    @EachContainer
    void bodies_being_received_share_a_budget(Container kind) throws Exception {
        Fixture fixture = new Fixture();
        ServletLimits limits = ServletLimits.DEFAULT.withMaxBodyBytes(MOST + 2000);
        try (Site site = site(kind, fixture, limits)) {
            for (int i = 0; i < 3; i++) {
                try (RawClient client = new RawClient(site.port())) {
                    client.write(RawClient.head(site.port(), "echo") + "Content-Length: " + MOST + "\r\n\r\n");
                    client.write(" ".repeat(MOST - 1));
                    Eventually.isTrue(() -> site.bodyBytes() >= MOST - 1);
                    HttpResponse<String> busy = site.send(site.post(" ".repeat(MOST / 2)));
                    assertThat(busy.statusCode()).isEqualTo(429);
                    assertThat(busy.body()).contains("429");
                }
                // Its client has disconnected: its memory is available again.
                Eventually.isTrue(() -> site.open() == 0);
            }
            assertThat(site.send(site.post(" ".repeat(MOST / 2))).statusCode()).isEqualTo(400);
            assertThat(site.boundsMet()).containsEntry("body_bytes", 3L);
        }
    }

    private static Site site(Container kind, Fixture fixture, ServletLimits limits) {
        McpServlet servlet = McpServlet.of(fixture.server, HttpOptions.DEFAULT, limits);
        return new Site(kind, fixture, Container.Deployment.of(servlet), "/mcp");
    }

    private static void assertStillServes(Site site) {
        assertThat(site.send(site.modernCall(2, "echo", "{\"text\":\"still\"}")).body())
                .contains("still");
    }
}
