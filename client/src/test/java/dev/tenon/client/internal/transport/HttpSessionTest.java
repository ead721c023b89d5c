package dev.tenon.client.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.coverage.Covers;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions and the standalone event stream, with servers that misbehave. */
class HttpSessionTest {
    private static final String TOOLS_CHANGED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

    @ParameterizedTest
    @ValueSource(strings = {"with space", "", "\u00e4", "tab\there"})
    void an_invalid_session_id_is_rejected(String id) throws Exception {
        try (HttpFixture fixture = new HttpFixture((request, out) -> out.respond(
                200,
                "Content-Type: application/json\r\nMcp-Session-Id: " + id + "\r\n",
                HttpFixture.createResult(0)))) {
            fixture.transport.send(ClientMessages.initializeRequest("2025-11-25"), MirroredHeaders.NONE);
            assertThat(fixture.listener.nextEvent("failed").text()).contains("Mcp-Session-Id");
        }
    }

    @Test
    void an_overlong_session_id_and_two_session_ids_are_rejected() throws Exception {
        for (String header : new String[] {"x".repeat(2000), "a\r\nMcp-Session-Id: b"}) {
            try (HttpFixture fixture = new HttpFixture((request, out) -> out.respond(
                    200,
                    "Content-Type: application/json\r\nMcp-Session-Id: " + header + "\r\n",
                    HttpFixture.createResult(0)))) {
                fixture.transport.send(ClientMessages.initializeRequest("2025-11-25"), MirroredHeaders.NONE);
                assertThat(fixture.listener.nextEvent("failed").failure())
                        .isInstanceOf(ConnectionFailedException.class);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2025_03_26", "V2025_06_18", "V2025_11_25"})
    @Covers({
        "legacy/http/session-id-echo",
        "2025-06-18/http/version-header",
        "2025-06-18/http/version-header-negotiated",
        "legacy/http/get-stream-client",
        "legacy/http/session-delete"
    })
    void every_request_after_the_handshake_names_session_and_revision(Revision revision) throws Exception {
        CountDownLatch streamRequested = new CountDownLatch(1);
        try (HttpFixture fixture = new HttpFixture((request, out) -> {
            if (request.method().equals("GET")) {
                out.respond(405, "", "");
                streamRequested.countDown();
            } else if (!HttpFixture.handleSessionRequest(request, out)) {
                out.respondJson(HttpFixture.createResult(1));
            }
        })) {
            fixture.performHandshake(revision);
            assertThat(streamRequested.await(10, TimeUnit.SECONDS)).isTrue();
            fixture.transport.send(ClientMessages.ping(1), MirroredHeaders.NONE);
            fixture.listener.nextEvent("message");
            fixture.transport.close();

            assertThat(fixture.server.requests.get(0).header("Mcp-Session-Id")).isNull();
            assertThat(fixture.server.requests.get(0).header("MCP-Protocol-Version"))
                    .isNull();
            String version = revision.hasVersionHeader() ? revision.wireName() : null;
            assertThat(fixture.server.requests.stream().skip(1)).hasSize(4).allSatisfy(request -> {
                assertThat(request.header("Mcp-Session-Id")).isEqualTo("s1");
                assertThat(request.header("MCP-Protocol-Version")).isEqualTo(version);
                assertThat(request.header("Mcp-Method")).isNull();
            });
            assertThat(fixture.server.requests)
                    .extracting(ScriptedHttpServer.ReceivedRequest::method)
                    .endsWith("DELETE");
        }
    }

    @Test
    @Covers("legacy/http/session-404-reinitialize")
    void a_session_that_the_server_forgot_is_lost() throws Exception {
        try (HttpFixture fixture = new HttpFixture((request, out) -> {
            if (request.method().equals("GET")) {
                out.respond(405, "", "");
            } else if (request.body().contains("ping")) {
                out.respond(404, "", "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32001,\"message\":\"?\"}}");
            } else {
                HttpFixture.handleSessionRequest(request, out);
            }
        })) {
            fixture.performHandshake(Revision.V2025_11_25);
            assertThat(fixture.transport.isOpen()).isTrue();
            fixture.transport.send(ClientMessages.ping(1), MirroredHeaders.NONE);
            assertThat(fixture.listener.nextEvent("failed").failure()).isInstanceOf(SessionLostException.class);
            assertThat(fixture.transport.isOpen()).isFalse();
            assertThatThrownBy(() -> fixture.transport.send(ClientMessages.ping(2), MirroredHeaders.NONE))
                    .isInstanceOf(SessionLostException.class);
            fixture.transport.close();
            assertThat(fixture.server.requests)
                    .extracting(ScriptedHttpServer.ReceivedRequest::method)
                    .doesNotContain("DELETE");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 405, 400, 200})
    void a_server_need_not_have_a_standalone_stream(int status) throws Exception {
        CountDownLatch requested = new CountDownLatch(1);
        try (HttpFixture fixture = new HttpFixture((request, out) -> {
            if (request.method().equals("GET")) {
                out.respond(status, "Content-Type: text/html\r\n", "<p>");
                requested.countDown();
            } else if (!HttpFixture.handleSessionRequest(request, out)) {
                out.respondJson(HttpFixture.createResult(1));
            }
        })) {
            fixture.performHandshake(Revision.V2025_06_18);
            assertThat(requested.await(10, TimeUnit.SECONDS)).isTrue();
            fixture.transport.send(ClientMessages.ping(1), MirroredHeaders.NONE);
            fixture.listener.nextEvent("message");
            assertThat(fixture.listener.hasNoEvent(300)).isTrue();
            assertThat(fixture.transport.isOpen()).isTrue();
            assertThat(fixture.server.requests.stream()
                            .filter(request -> request.method().equals("GET")))
                    .hasSize(1);
        }
    }

    @Test
    @Covers({"legacy/http/get-stream-close", "legacy/http/multi-stream", "legacy/http/resume-get"})
    void the_standalone_stream_is_resumed() throws Exception {
        try (HttpFixture fixture = new HttpFixture((request, out) -> {
            if (request.method().equals("GET")) {
                String id = request.header("Last-Event-ID");
                out.startEventStream()
                        .write("id: " + (id == null ? "1" : id + "1") + "\nretry: 100\ndata: " + TOOLS_CHANGED
                                + "\n\n");
                out.closeConnection();
            } else {
                HttpFixture.handleSessionRequest(request, out);
            }
        })) {
            fixture.performHandshake(Revision.V2025_11_25);
            for (int i = 0; i < 3; i++) {
                RecordingListener.Event event = fixture.listener.nextEvent("message");
                assertThat(event.text()).isEqualTo(TOOLS_CHANGED);
                assertThat(event.id()).isNull();
            }
            assertThat(fixture.server.requests).anySatisfy(request -> assertThat(request.header("Last-Event-ID"))
                    .isEqualTo("11"));
        }
    }

    /** Issue 20, item 15. */
    @Test
    void a_standalone_stream_that_the_server_does_not_resume_is_opened_anew() throws Exception {
        try (HttpFixture fixture = new HttpFixture((request, out) -> {
            if (request.method().equals("GET") && request.header("Last-Event-ID") != null) {
                out.respond(400, "", "");
            } else if (request.method().equals("GET")) {
                out.startEventStream()
                        .write("id: 1\nretry: 0\ndata: " + TOOLS_CHANGED + "\n\n")
                        .closeConnection();
            } else {
                HttpFixture.handleSessionRequest(request, out);
            }
        })) {
            fixture.performHandshake(Revision.V2025_11_25);
            assertThat(fixture.listener.nextEvent("message").text()).isEqualTo(TOOLS_CHANGED);
            assertThat(fixture.listener.nextEvent("message").text()).isEqualTo(TOOLS_CHANGED);
            assertThat(fixture.transport.isOpen()).isTrue();
        }
    }

    @Test
    void a_standalone_stream_that_is_no_longer_found_is_a_lost_session() throws Exception {
        try (HttpFixture fixture = new HttpFixture((request, out) -> {
            if (request.method().equals("GET") && request.header("Last-Event-ID") == null) {
                out.startEventStream()
                        .write("id: 1\nretry: 0\ndata: " + TOOLS_CHANGED + "\n\n")
                        .closeConnection();
            } else if (request.method().equals("GET")) {
                out.respond(404, "", "");
            } else {
                HttpFixture.handleSessionRequest(request, out);
            }
        })) {
            fixture.performHandshake(Revision.V2025_11_25);
            fixture.listener.nextEvent("message");
            assertThat(fixture.listener.nextEvent("closed").text()).contains("session");
            assertThat(fixture.transport.isOpen()).isFalse();
        }
    }

    @Test
    void a_handshake_whose_initialized_notification_is_rejected_fails() throws Exception {
        try (HttpFixture fixture = new HttpFixture((request, out) -> {
            if (request.body().contains("initialized")) {
                out.respond(500, "", "no");
            } else {
                HttpFixture.handleSessionRequest(request, out);
            }
        })) {
            assertThatThrownBy(() -> fixture.performHandshake(Revision.V2025_11_25))
                    .isInstanceOf(HttpStatusException.class)
                    .hasMessageContaining("500");
        }
    }

    @Test
    void a_notification_without_a_response_delays_nothing() throws Exception {
        try (HttpFixture fixture = new HttpFixture((request, out) -> {
            if (request.method().equals("GET")) {
                out.respond(405, "", "");
            } else if (request.body().contains("cancelled")) {
                Thread.sleep(60_000);
            } else if (!HttpFixture.handleSessionRequest(request, out)) {
                out.respondJson(HttpFixture.createResult(1));
            }
        })) {
            fixture.performHandshake(Revision.V2025_11_25);
            fixture.transport.send(
                    new dev.tenon.jsonrpc.Notification("notifications/cancelled", null), MirroredHeaders.NONE);
            fixture.transport.send(ClientMessages.ping(1), MirroredHeaders.NONE);
            assertThat(fixture.listener.nextEvent("message").text()).isEqualTo(HttpFixture.createResult(1));
        }
    }

    @Test
    void closing_waits_only_briefly_for_the_end_of_the_session() throws Exception {
        try (HttpFixture fixture = new HttpFixture((request, out) -> {
            if (request.method().equals("DELETE")) {
                Thread.sleep(60_000);
            }
            if (request.method().equals("GET")) {
                out.startEventStream();
                Thread.sleep(60_000);
            }
            HttpFixture.handleSessionRequest(request, out);
        })) {
            fixture.performHandshake(Revision.V2025_11_25);
            long start = System.nanoTime();
            fixture.transport.close();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
            fixture.listener.nextEvent("closed");
            fixture.transport.close();
            assertThat(fixture.listener.hasNoEvent(100)).isTrue();
            assertThatThrownBy(() -> fixture.transport.send(ClientMessages.ping(1), MirroredHeaders.NONE))
                    .isInstanceOf(ConnectionFailedException.class);
        }
    }
}
