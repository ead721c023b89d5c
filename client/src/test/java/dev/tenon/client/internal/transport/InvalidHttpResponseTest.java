package dev.tenon.client.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.internal.transport.http.HttpRpcErrorException;
import dev.tenon.coverage.Covers;
import dev.tenon.jsonrpc.RequestId;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid HTTP responses: each is a clear failure of only its request. */
class InvalidHttpResponseTest {
    private static RecordingListener.Event firstEvent(ScriptedHttpServer.RequestHandler handler) throws Exception {
        try (HttpFixture fixture = new HttpFixture(handler)) {
            RecordingListener.Event event = fixture.callStateless(1);
            assertThat(event.id()).isEqualTo(RequestId.of(1));
            return event;
        }
    }

    @Test
    void an_html_error_page_is_quoted_with_escaped_control_characters() throws Exception {
        RecordingListener.Event event = firstEvent((request, out) -> out.respond(
                503, "Content-Type: text/html\r\n", "<html>\n  <b>Down\u001b[31m \u202e</b>" + "x".repeat(90_000)));

        assertThat(event.failure()).isInstanceOf(HttpStatusException.class);
        assertThat(((HttpStatusException) event.failure()).status()).isEqualTo(503);
        assertThat(event.text())
                .contains("503")
                .contains("<html> <b>Down\\u001b[31m \\u202e")
                .hasSizeLessThan(300);
    }

    @Test
    void an_error_of_the_protocol_is_kept_with_its_status() throws Exception {
        RecordingListener.Event event = firstEvent(
                (request, out) -> out.respond(
                        400,
                        "Content-Type: application/json\r\n",
                        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32022,\"message\":\"no\",\"data\":{\"supported\":[]}}}"));

        HttpRpcErrorException reason = (HttpRpcErrorException) event.failure();
        assertThat(reason.status()).isEqualTo(400);
        assertThat(reason.error().code()).isEqualTo(-32022);
        assertThat(reason.error().data().toString()).contains("supported");
    }

    @Test
    void not_found_without_a_session_is_not_a_lost_session() throws Exception {
        assertThat(firstEvent((request, out) -> out.respond(404, "", "")).failure())
                .isInstanceOf(HttpStatusException.class);
    }

    @Test
    @Covers("2026-07-28/http/header-limits-413-431")
    void headers_that_are_too_large_for_the_server_fail_one_call_with_its_status() throws Exception {
        assertThat(firstEvent((request, out) -> out.respond(431, "", "")).text())
                .contains("431");
        assertThat(firstEvent((request, out) -> out.respond(413, "", "")).text())
                .contains("413");
    }

    @ParameterizedTest
    @CsvSource({
        "200, text/html, <p>, text/html",
        "200, , '', no Content-Type",
        "202, , '', 202",
        "204, , '', 204",
        "200, application/json; charset=utf-16, {}, utf-16"
    })
    void a_response_that_is_neither_json_nor_an_event_stream_is_invalid(
            int status, String type, String body, String expectedText) throws Exception {
        String header = type == null ? "" : "Content-Type: " + type + "\r\n";
        RecordingListener.Event event = firstEvent((request, out) -> out.respond(status, header, body));

        assertThat(event.failure()).isInstanceOf(InvalidResponseException.class);
        assertThat(event.text()).contains(expectedText);
    }

    /** Issue 20, item 40. */
    @ParameterizedTest
    @CsvSource({"application/json, gzip", "text/event-stream, br", "application/json, 'identity, deflate'"})
    void an_unrequested_content_coding_is_an_error(String type, String coding) throws Exception {
        String headers = "Content-Type: " + type + "\r\nContent-Encoding: " + coding + "\r\n";
        RecordingListener.Event event =
                firstEvent((request, out) -> out.respond(200, headers, HttpFixture.createResult(1)));

        assertThat(event.failure()).isInstanceOf(InvalidResponseException.class);
        assertThat(event.text()).contains("Content-Encoding \"" + coding + "\"");
    }

    @Test
    void a_body_beyond_the_limit_is_not_read_to_its_end() throws Exception {
        AtomicInteger sent = new AtomicInteger();
        try (HttpFixture fixture = new HttpFixture((request, out) -> {
            out.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n\"");
            while (sent.incrementAndGet() < 100_000) {
                out.write("x".repeat(1000));
            }
        })) {
            assertThat(fixture.callStateless(1).type()).isEqualTo("oversized");
            assertThat(fixture.listener.hasNoEvent(100)).isTrue();
        }
        assertThat(sent.get()).isLessThan(90_000);
    }

    @Test
    void an_endless_head_is_not_read_forever() throws Exception {
        RecordingListener.Event event = firstEvent((request, out) -> {
            out.write("HTTP/1.1 200 OK\r\n");
            for (int i = 0; i < 1_000_000; i++) {
                out.write("X-" + i + ": " + "y".repeat(1000) + "\r\n");
            }
        });
        assertThat(event.failure()).isInstanceOf(ConnectionFailedException.class);
    }

    @Test
    void a_response_to_another_request_fails_the_request() throws Exception {
        try (HttpFixture fixture = new HttpFixture((request, out) -> out.respondJson(HttpFixture.createResult(77)))) {
            assertThat(fixture.callStateless(1).type()).isEqualTo("message");
            assertThat(fixture.listener.nextEvent("failed").failure()).isInstanceOf(InvalidResponseException.class);
        }
    }

    @Test
    void an_error_without_an_id_belongs_to_the_request_of_its_exchange() throws Exception {
        try (HttpFixture fixture = new HttpFixture((request, out) ->
                out.respondJson("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"?\"}}"))) {
            RecordingListener.Event event = fixture.callStateless(1);
            assertThat(event.type()).isEqualTo("message");
            assertThat(event.id()).isEqualTo(RequestId.of(1));
            assertThat(fixture.listener.hasNoEvent(200)).isTrue();
        }
    }

    @Test
    void a_truncated_body_is_a_lost_connection() throws Exception {
        RecordingListener.Event event = firstEvent((request, out) -> out.write(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"js")
                .closeConnection());
        assertThat(event.failure()).isInstanceOf(ConnectionFailedException.class);
    }

    @Test
    void invalid_http_is_a_lost_connection() throws Exception {
        RecordingListener.Event event = firstEvent(
                (request, out) -> out.write("SSH-2.0-OpenSSH_9.6\r\n\r\n").closeConnection());
        assertThat(event.failure()).isInstanceOf(ConnectionFailedException.class);
    }

    @Test
    void a_missing_server_cannot_be_reached() throws Exception {
        try (Socket unusedSocket = new Socket()) {
            // The port is bound, so that no other server can use it, but nothing listens on it.
            unusedSocket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String address = "http://127.0.0.1:" + unusedSocket.getLocalPort() + "/mcp";
            try (HttpFixture fixture = new HttpFixture((request, out) -> {}, target -> ServerTarget.http(address))) {
                RecordingListener.Event event = fixture.callStateless(1);
                assertThat(event.failure()).isInstanceOf(ConnectionFailedException.class);
                assertThat(event.text()).contains(address).contains("cannot be reached");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:1/mcp",
                "http://169.254.169.254/latest/meta-data",
                "https://127.0.0.1/mcp",
                "//example.com/",
                "http://user:secret@127.0.0.1/",
                "file:///etc/passwd",
                "gopher://x",
                "http://[broken",
                ""
            })
    void a_redirect_to_another_server_is_reported_and_not_followed(String location) throws Exception {
        try (HttpFixture fixture =
                new HttpFixture((request, out) -> out.respond(307, "Location: " + location + "\r\n", ""))) {
            RecordingListener.Event event = fixture.callStateless(1);
            assertThat(event.failure()).isInstanceOf(ConnectionFailedException.class);
            assertThat(event.text()).contains("\"" + location + "\"").contains("not followed");
            assertThat(fixture.server.requests).hasSize(1);
        }
    }

    @Test
    void a_redirect_within_the_server_is_followed_with_the_same_message() throws Exception {
        try (HttpFixture fixture = new HttpFixture((request, out) -> {
            if (request.path().equals("/mcp")) {
                out.respond(308, "Location: /elsewhere?a=b\r\n", "moved");
            } else {
                out.respondJson(HttpFixture.createResult(1));
            }
        })) {
            assertThat(fixture.callStateless(1).type()).isEqualTo("message");
            assertThat(fixture.server.requests.get(1).path()).isEqualTo("/elsewhere?a=b");
            assertThat(fixture.server.requests.get(1).method()).isEqualTo("POST");
            assertThat(fixture.server.requests.get(1).body())
                    .isEqualTo(fixture.server.requests.get(0).body());
        }
    }

    @Test
    void a_redirect_loop_ends() throws Exception {
        try (HttpFixture fixture = new HttpFixture((request, out) -> out.respond(307, "Location: /mcp\r\n", ""))) {
            assertThat(fixture.callStateless(1).text()).contains("not followed");
            assertThat(fixture.server.requests).hasSize(4);
        }
    }

    @Test
    void a_redirect_that_would_change_the_method_is_not_followed() throws Exception {
        assertThat(firstEvent((request, out) -> out.respond(302, "Location: /login\r\n", ""))
                        .text())
                .contains("302")
                .contains("/login")
                .contains("not followed");
    }

    /** Credentials that count their renewals. */
    private static final class CountingCredentials implements CredentialsProvider {
        final AtomicInteger renewals = new AtomicInteger();
        volatile UnauthorizedResponse lastRejection;

        @Override
        public Map<String, String> headers(String method, URI uri) {
            return Map.of("Authorization", "Bearer " + renewals.get());
        }

        @Override
        public boolean renew(UnauthorizedResponse rejection) {
            lastRejection = rejection;
            renewals.incrementAndGet();
            return true;
        }
    }

    @Test
    void credentials_are_renewed_after_a_rejection() throws Exception {
        CountingCredentials credentials = new CountingCredentials();
        try (HttpFixture fixture = new HttpFixture(
                (request, out) -> {
                    if ("Bearer 1".equals(request.header("Authorization"))) {
                        out.respondJson(HttpFixture.createResult(1));
                    } else {
                        out.respond(401, "WWW-Authenticate: Bearer scope=\"a\"\r\nX-Other: o\r\n", "who?");
                    }
                },
                target -> target.withCredentials(credentials))) {
            assertThat(fixture.callStateless(1).type()).isEqualTo("message");
            assertThat(credentials.lastRejection.status()).isEqualTo(401);
            assertThat(credentials.lastRejection.challenges()).containsExactly("Bearer scope=\"a\"");
            assertThat(credentials.lastRejection.headers()).containsKey("x-other");
        }
    }

    @Test
    void the_number_of_credential_renewals_is_limited() throws Exception {
        CountingCredentials credentials = new CountingCredentials();
        try (HttpFixture fixture = new HttpFixture(
                (request, out) -> out.respond(403, "", "no"), target -> target.withCredentials(credentials))) {
            assertThat(fixture.callStateless(1).text()).contains("403").contains("no");
            assertThat(credentials.renewals.get()).isEqualTo(3);
        }
    }

    @Test
    void without_credentials_a_rejection_is_reported_with_its_status() throws Exception {
        HttpStatusException reason = (HttpStatusException)
                firstEvent((request, out) -> out.respond(401, "", "")).failure();
        assertThat(reason.status()).isEqualTo(401);
    }

    @Test
    void a_header_that_http_does_not_allow_is_named_but_its_value_is_not() throws Exception {
        try (HttpFixture fixture = new HttpFixture(
                (request, out) -> out.respondJson(HttpFixture.createResult(1)),
                target -> target.withHeader("X-Key", "secret\r\nX: y"))) {
            RecordingListener.Event event = fixture.callStateless(1);
            assertThat(event.text()).contains("X-Key").doesNotContain("secret");
            assertThat(event.failure().getCause()).isNull();
        }
    }

    @Test
    void the_headers_of_the_target_are_in_every_request() throws Exception {
        try (HttpFixture fixture = new HttpFixture(
                (request, out) -> out.respondJson(HttpFixture.createResult(1)),
                target -> target.withHeader("X-Api-Key", "k"))) {
            fixture.callStateless(1);
            assertThat(fixture.server.requests.get(0).header("x-api-key")).isEqualTo("k");
        }
    }

    @Test
    @Covers("2026-07-28/http/mcp-name-encode")
    void a_name_that_is_not_a_valid_header_value_is_encoded() throws Exception {
        try (HttpFixture fixture = new HttpFixture((request, out) -> out.respondJson(HttpFixture.createResult(1)))) {
            fixture.transport.send(
                    ClientMessages.statelessToolCall(1, "größe", ""),
                    new MirroredHeaders(
                            ClientMessages.STATELESS_REVISION,
                            "größe",
                            Map.of("Mcp-Param-City", "=?base64?w7w=?="),
                            false));
            fixture.listener.nextEvent("message");
            ScriptedHttpServer.ReceivedRequest request = fixture.server.requests.get(0);
            assertThat(request.header("Mcp-Name")).isEqualTo("=?base64?Z3LDtsOfZQ==?=");
            assertThat(request.header("Mcp-Param-City")).isEqualTo("=?base64?w7w=?=");
            assertThat(request.header("Mcp-Method")).isEqualTo("tools/call");
        }
    }

    @Test
    @Covers("2026-07-28/http/no-sessions")
    void a_session_id_in_a_stateless_response_is_ignored() throws Exception {
        try (HttpFixture fixture = new HttpFixture((request, out) -> out.respond(
                200,
                "Content-Type: application/json\r\nMcp-Session-Id: s\r\n",
                HttpFixture.createResult(request.number())))) {
            fixture.callStateless(1);
            fixture.callStateless(2);
            assertThat(fixture.server.requests.get(1).header("Mcp-Session-Id")).isNull();
        }
    }
}
