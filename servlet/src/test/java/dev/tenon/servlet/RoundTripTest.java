package dev.tenon.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.server.Limits;
import dev.tenon.server.http.HttpOptions;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;

@BlockedThreadCheck
class RoundTripTest {
    private static final String HELLO = "{\"text\":\"hello\"}";

    @EachContainer
    @Covers({"2026-07-28/http/single-endpoint-post", "core/http/response-content-type"})
    void a_call_of_the_newest_revision_gets_a_response(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            HttpResponse<String> response = fixture.send(fixture.modernCall(7, "echo", HELLO));
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
            assertThat(response.headers().firstValue("Content-Length")).isPresent();
            assertThat(response.body()).contains("\"id\":7", "hello", "\"resultType\":\"complete\"");
        }
    }

    @EachContainer
    @Covers({"legacy/http/single-endpoint", "legacy/http/session-terminated-404"})
    void a_session_is_opened_used_and_ended(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            String session = fixture.openSession();
            HttpResponse<String> response = fixture.send(fixture.legacyCall(session, 1, "echo", HELLO));
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).contains("\"id\":1", "hello");
            assertThat(fixture.send(fixture.withSession(fixture.request().DELETE(), session))
                            .statusCode())
                    .isEqualTo(204);
            assertThat(fixture.send(fixture.legacyCall(session, 2, "echo", HELLO))
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    /** Issue 20, item 14. */
    @EachContainer
    void one_address_has_its_share_of_the_sessions_through_a_proxy(Container kind) {
        Limits limits = Limits.DEFAULT.toBuilder().sessionsPerCaller(2).build();
        HttpOptions options = HttpOptions.DEFAULT.withTrustedProxies(List.of("127.0.0.1", "::1"));
        try (ServletFixture fixture = new ServletFixture(kind, new TestServer(limits), options)) {
            String otherSession = fixture.openSession();
            List<String> ownSessions = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                HttpResponse<String> response =
                        fixture.send(fixture.initialize().header("X-Forwarded-For", "192.0.2.1"));
                ownSessions.add(response.headers().firstValue("Mcp-Session-Id").orElseThrow());
            }
            assertThat(ownSessions.stream().map(session -> fixture.send(fixture.legacyCall(session, 1, "echo", HELLO))
                            .statusCode()))
                    .containsExactly(404, 404, 200, 200);
            assertThat(fixture.send(fixture.legacyCall(otherSession, 1, "echo", HELLO))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @EachContainer
    void a_non_blocking_handler_responds_too(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            assertThat(fixture.send(fixture.modernCall(1, "quick", HELLO)).body())
                    .contains("hello");
            assertThat(fixture.send(fixture.modernCall(2, "quick", HELLO)).body())
                    .contains("hello");
        }
    }

    @EachContainer
    @Tag("exhaustive")
    void a_call_that_exceeds_the_timeout_of_the_container_gets_a_response(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            assertThat(fixture.send(fixture.modernCall(1, "sleep", "{}")).body())
                    .contains("slept");
        }
    }

    @EachContainer
    void a_response_of_a_megabyte_arrives_completely(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            String text = "y".repeat(1 << 20);
            HttpResponse<String> response = fixture.send(fixture.modernCall(1, "echo", "{\"text\":\"" + text + "\"}"));
            assertThat(response.body()).contains(text);
        }
    }
}
