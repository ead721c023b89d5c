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
class SessionTest {
    private static final String CHANGED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

    @ParameterizedTest
    @ValueSource(strings = {"with space", "", "\u00e4", "tab\there"})
    void an_invalid_session_id_is_rejected(String id) throws Exception {
        try (Hostile it = new Hostile((hit, out) -> out.answer(
                200, "Content-Type: application/json\r\nMcp-Session-Id: " + id + "\r\n", Hostile.result(0)))) {
            it.link.send(Say.initialize("2025-11-25"), MirroredHeaders.NONE);
            assertThat(it.heard.next("failed").text()).contains("Mcp-Session-Id");
        }
    }

    @Test
    void an_overlong_session_id_and_two_session_ids_are_rejected() throws Exception {
        for (String header : new String[] {"x".repeat(2000), "a\r\nMcp-Session-Id: b"}) {
            try (Hostile it = new Hostile((hit, out) -> out.answer(
                    200, "Content-Type: application/json\r\nMcp-Session-Id: " + header + "\r\n", Hostile.result(0)))) {
                it.link.send(Say.initialize("2025-11-25"), MirroredHeaders.NONE);
                assertThat(it.heard.next("failed").reason()).isInstanceOf(ConnectionFailedException.class);
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
        CountDownLatch standing = new CountDownLatch(1);
        try (Hostile it = new Hostile((hit, out) -> {
            if (hit.method().equals("GET")) {
                out.answer(405, "", "");
                standing.countDown();
            } else if (!Hostile.opens(hit, out)) {
                out.json(Hostile.result(1));
            }
        })) {
            it.handshake(revision);
            assertThat(standing.await(10, TimeUnit.SECONDS)).isTrue();
            it.link.send(Say.ping(1), MirroredHeaders.NONE);
            it.heard.next("message");
            it.link.close();

            assertThat(it.server.hits.get(0).header("Mcp-Session-Id")).isNull();
            assertThat(it.server.hits.get(0).header("MCP-Protocol-Version")).isNull();
            String version = revision.hasVersionHeader() ? revision.wireName() : null;
            assertThat(it.server.hits.stream().skip(1)).hasSize(4).allSatisfy(hit -> {
                assertThat(hit.header("Mcp-Session-Id")).isEqualTo("s1");
                assertThat(hit.header("MCP-Protocol-Version")).isEqualTo(version);
                assertThat(hit.header("Mcp-Method")).isNull();
            });
            assertThat(it.server.hits).extracting(Scripted.Hit::method).endsWith("DELETE");
        }
    }

    @Test
    @Covers("legacy/http/session-404-reinitialize")
    void a_session_that_the_server_forgot_is_lost() throws Exception {
        try (Hostile it = new Hostile((hit, out) -> {
            if (hit.method().equals("GET")) {
                out.answer(405, "", "");
            } else if (hit.body().contains("ping")) {
                out.answer(404, "", "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32001,\"message\":\"?\"}}");
            } else {
                Hostile.opens(hit, out);
            }
        })) {
            it.handshake(Revision.V2025_11_25);
            assertThat(it.link.isOpen()).isTrue();
            it.link.send(Say.ping(1), MirroredHeaders.NONE);
            assertThat(it.heard.next("failed").reason()).isInstanceOf(SessionLostException.class);
            assertThat(it.link.isOpen()).isFalse();
            assertThatThrownBy(() -> it.link.send(Say.ping(2), MirroredHeaders.NONE))
                    .isInstanceOf(SessionLostException.class);
            it.link.close();
            assertThat(it.server.hits).extracting(Scripted.Hit::method).doesNotContain("DELETE");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 405, 400, 200})
    void a_server_need_not_have_a_standalone_stream(int status) throws Exception {
        CountDownLatch requested = new CountDownLatch(1);
        try (Hostile it = new Hostile((hit, out) -> {
            if (hit.method().equals("GET")) {
                out.answer(status, "Content-Type: text/html\r\n", "<p>");
                requested.countDown();
            } else if (!Hostile.opens(hit, out)) {
                out.json(Hostile.result(1));
            }
        })) {
            it.handshake(Revision.V2025_06_18);
            assertThat(requested.await(10, TimeUnit.SECONDS)).isTrue();
            it.link.send(Say.ping(1), MirroredHeaders.NONE);
            it.heard.next("message");
            assertThat(it.heard.isQuietFor(300)).isTrue();
            assertThat(it.link.isOpen()).isTrue();
            assertThat(it.server.hits.stream().filter(hit -> hit.method().equals("GET")))
                    .hasSize(1);
        }
    }

    @Test
    @Covers({"legacy/http/get-stream-close", "legacy/http/multi-stream", "legacy/http/resume-get"})
    void the_standalone_stream_is_resumed() throws Exception {
        try (Hostile it = new Hostile((hit, out) -> {
            if (hit.method().equals("GET")) {
                String id = hit.header("Last-Event-ID");
                out.events().raw("id: " + (id == null ? "1" : id + "1") + "\nretry: 100\ndata: " + CHANGED + "\n\n");
                out.hangUp();
            } else {
                Hostile.opens(hit, out);
            }
        })) {
            it.handshake(Revision.V2025_11_25);
            for (int i = 0; i < 3; i++) {
                Heard.Event event = it.heard.next("message");
                assertThat(event.text()).isEqualTo(CHANGED);
                assertThat(event.id()).isNull();
            }
            assertThat(it.server.hits)
                    .anySatisfy(hit -> assertThat(hit.header("Last-Event-ID")).isEqualTo("11"));
        }
    }

    /** Issue 20, item 15. */
    @Test
    void a_standalone_stream_that_the_server_does_not_resume_is_opened_anew() throws Exception {
        try (Hostile it = new Hostile((hit, out) -> {
            if (hit.method().equals("GET") && hit.header("Last-Event-ID") != null) {
                out.answer(400, "", "");
            } else if (hit.method().equals("GET")) {
                out.events().raw("id: 1\nretry: 0\ndata: " + CHANGED + "\n\n").hangUp();
            } else {
                Hostile.opens(hit, out);
            }
        })) {
            it.handshake(Revision.V2025_11_25);
            assertThat(it.heard.next("message").text()).isEqualTo(CHANGED);
            assertThat(it.heard.next("message").text()).isEqualTo(CHANGED);
            assertThat(it.link.isOpen()).isTrue();
        }
    }

    @Test
    void a_standalone_stream_that_is_no_longer_found_is_a_lost_session() throws Exception {
        try (Hostile it = new Hostile((hit, out) -> {
            if (hit.method().equals("GET") && hit.header("Last-Event-ID") == null) {
                out.events().raw("id: 1\nretry: 0\ndata: " + CHANGED + "\n\n").hangUp();
            } else if (hit.method().equals("GET")) {
                out.answer(404, "", "");
            } else {
                Hostile.opens(hit, out);
            }
        })) {
            it.handshake(Revision.V2025_11_25);
            it.heard.next("message");
            assertThat(it.heard.next("closed").text()).contains("session");
            assertThat(it.link.isOpen()).isFalse();
        }
    }

    @Test
    void a_handshake_whose_initialized_notification_is_rejected_fails() throws Exception {
        try (Hostile it = new Hostile((hit, out) -> {
            if (hit.body().contains("initialized")) {
                out.answer(500, "", "no");
            } else {
                Hostile.opens(hit, out);
            }
        })) {
            assertThatThrownBy(() -> it.handshake(Revision.V2025_11_25))
                    .isInstanceOf(HttpStatusException.class)
                    .hasMessageContaining("500");
        }
    }

    @Test
    void a_notification_without_a_response_delays_nothing() throws Exception {
        try (Hostile it = new Hostile((hit, out) -> {
            if (hit.method().equals("GET")) {
                out.answer(405, "", "");
            } else if (hit.body().contains("cancelled")) {
                Thread.sleep(60_000);
            } else if (!Hostile.opens(hit, out)) {
                out.json(Hostile.result(1));
            }
        })) {
            it.handshake(Revision.V2025_11_25);
            it.link.send(new dev.tenon.jsonrpc.Notification("notifications/cancelled", null), MirroredHeaders.NONE);
            it.link.send(Say.ping(1), MirroredHeaders.NONE);
            assertThat(it.heard.next("message").text()).isEqualTo(Hostile.result(1));
        }
    }

    @Test
    void closing_waits_only_briefly_for_the_end_of_the_session() throws Exception {
        try (Hostile it = new Hostile((hit, out) -> {
            if (hit.method().equals("DELETE")) {
                Thread.sleep(60_000);
            }
            if (hit.method().equals("GET")) {
                out.events();
                Thread.sleep(60_000);
            }
            Hostile.opens(hit, out);
        })) {
            it.handshake(Revision.V2025_11_25);
            long start = System.nanoTime();
            it.link.close();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
            it.heard.next("closed");
            it.link.close();
            assertThat(it.heard.isQuietFor(100)).isTrue();
            assertThatThrownBy(() -> it.link.send(Say.ping(1), MirroredHeaders.NONE))
                    .isInstanceOf(ConnectionFailedException.class);
        }
    }
}
