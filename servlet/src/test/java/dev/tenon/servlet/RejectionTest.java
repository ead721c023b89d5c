package dev.tenon.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;

class RejectionTest {
    private static final String HELLO = "{\"text\":\"hello\"}";

    @EachContainer
    @Covers({"core/http/origin-403", "core/http/origin-validate"})
    void a_foreign_origin_is_rejected(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            HttpResponse<String> response =
                    fixture.send(fixture.modernCall(1, "echo", HELLO).header("Origin", "http://evil.example"));
            assertThat(response.statusCode()).isEqualTo(403);
            assertThat(response.body()).contains("Origin");
            assertThat(fixture.testServer.calls).hasValue(0);
        }
    }

    @EachContainer
    void a_page_of_this_machine_is_allowed(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            HttpResponse<String> response =
                    fixture.send(fixture.modernCall(1, "echo", HELLO).header("Origin", "http://localhost:3000"));
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Access-Control-Allow-Origin"))
                    .isPresent();
        }
    }

    @EachContainer
    void a_foreign_host_is_rejected(Container kind) throws Exception {
        try (ServletFixture fixture = new ServletFixture(kind);
                RawClient client = new RawClient(fixture.port())) {
            client.write("GET /mcp HTTP/1.1\r\nHost: evil.example\r\nAccept: text/event-stream\r\n\r\n");
            assertThat(client.readHead()).startsWith("HTTP/1.1 403");
        }
    }

    @EachContainer
    @Covers("2026-07-28/http/get-delete-405")
    void other_methods_are_not_allowed(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            HttpResponse<String> put = fixture.send(fixture.request().PUT(BodyPublishers.ofString("{}")));
            assertThat(put.statusCode()).isEqualTo(405);
            assertThat(put.headers().firstValue("Allow")).isPresent();
            assertThat(put.body()).doesNotContain("<");
            HttpResponse<String> get =
                    fixture.send(fixture.request().GET().header("MCP-Protocol-Version", ServletFixture.MODERN));
            assertThat(get.statusCode()).isEqualTo(405);
            HttpResponse<String> delete =
                    fixture.send(fixture.request().DELETE().header("MCP-Protocol-Version", ServletFixture.MODERN));
            assertThat(delete.statusCode()).isEqualTo(405);
        }
    }

    @EachContainer
    void other_content_types_are_not_accepted(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            assertThat(fixture.send(fixture.request().POST(BodyPublishers.ofString("{}")))
                            .statusCode())
                    .isEqualTo(415);
        }
    }

    @EachContainer
    void a_header_given_twice_is_seen_twice(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            HttpResponse<String> response =
                    fixture.send(fixture.modernCall(1, "echo", HELLO).header("Mcp-Name", "echo"));
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body()).contains("more than once");
        }
    }

    @EachContainer
    @Covers("core/http/notification-202")
    void a_notification_is_accepted_without_a_response(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            HttpResponse<String> response = fixture.send(fixture.legacyRequest(
                    fixture.openSession(), "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
            assertThat(response.statusCode()).isEqualTo(202);
            assertThat(response.body()).isEmpty();
        }
    }
}
