package dev.tenon.client.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.coverage.Covers;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.Revision;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams that are broken, fragmented, slow, endless or resumed. */
class StreamResumeTest {
    private static final String PROGRESS =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":1,\"progress\":1}}";

    private static String data(String message) {
        return "data: " + message + "\n\n";
    }

    private static boolean isStanding(Scripted.Hit hit) {
        return hit.method().equals("GET") && hit.header("Last-Event-ID") == null;
    }

    /** Returns a server that opens a session and has no standalone event stream; otherwise it follows the script. */
    private static Hostile legacy(Scripted.Script script) throws Exception {
        Hostile it = new Hostile((hit, out) -> {
            if (isStanding(hit)) {
                out.answer(405, "", "");
            } else if (!Hostile.opens(hit, out)) {
                script.run(hit, out);
            }
        });
        it.handshake(Revision.V2025_11_25);
        return it;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 50})
    @Covers("2026-07-28/http/sse-comments-ignored")
    void a_stream_may_be_cut_into_any_pieces(int piece) throws Exception {
        String text = "\uFEFF: hello\r\n\r\nevent: message\r\n" + data(PROGRESS) + ":\n\n" + data(Hostile.result(1));
        try (Hostile it = new Hostile((hit, out) -> {
            out.raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
            byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            for (int i = 0; i < bytes.length; i += piece) {
                int length = Math.min(piece, bytes.length - i);
                out.bytes((Integer.toHexString(length) + "\r\n").getBytes())
                        .bytes(java.util.Arrays.copyOfRange(bytes, i, i + length))
                        .raw("\r\n");
            }
            out.raw("0\r\n\r\n");
        })) {
            assertThat(it.modern(1).text()).isEqualTo(PROGRESS);
            assertThat(it.heard.next("message").text()).isEqualTo(Hostile.result(1));
            assertThat(it.heard.isQuietFor(100)).isTrue();
        }
    }

    @Test
    @Covers({"2026-07-28/http/broken-stream-reissue", "2026-07-28/http/no-resume"})
    void a_stream_that_ends_early_fails_a_stateless_request() throws Exception {
        try (Hostile it = new Hostile((hit, out) ->
                out.events().raw("id: 1\nretry: 10\n" + data(PROGRESS)).hangUp())) {
            it.modern(1);
            Heard.Event lost = it.heard.next("failed");
            assertThat(lost.reason()).isInstanceOf(ConnectionFailedException.class);
            assertThat(it.heard.isQuietFor(300)).isTrue();
            assertThat(it.server.hits).hasSize(1);
        }
    }

    @Test
    @Covers({
        "2025-11-25/http/sse-retry-respected",
        "2025-11-25/http/sse-client-poll",
        "2025-11-25/http/sse-empty-data-tolerated",
        "legacy/http/resume-get",
        "legacy/http/get-accept",
        "2025-06-18/http/version-header"
    })
    void a_stream_is_resumed_after_the_requested_delay() throws Exception {
        try (Hostile it = legacy((hit, out) -> {
            if (hit.method().equals("POST")) {
                out.events()
                        .raw("id: e1\ndata:\n\n")
                        .raw("id: e2\nretry: 700\n" + data(PROGRESS))
                        .hangUp();
            } else {
                out.events().raw("id: e3\n" + data(Hostile.result(1))).hangUp();
            }
        })) {
            it.link.send(Say.ping(1), MirroredHeaders.NONE);
            assertThat(it.heard.next("message").text()).isEqualTo(PROGRESS);
            Heard.Event response = it.heard.next("message");
            assertThat(response.text()).isEqualTo(Hostile.result(1));
            assertThat(response.id()).isEqualTo(RequestId.of(1));

            Scripted.Hit post = only(it, "ping");
            Scripted.Hit get = it.server.hits.get(it.server.hits.size() - 1);
            assertThat(get.method()).isEqualTo("GET");
            assertThat(get.header("Last-Event-ID")).isEqualTo("e2");
            assertThat(get.header("Accept")).isEqualTo("text/event-stream");
            assertThat(get.header("Mcp-Session-Id")).isEqualTo("s1");
            assertThat(get.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
            assertThat(get.nanos() - post.nanos()).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(690));
            assertThat(it.heard.isQuietFor(100)).isTrue();
        }
    }

    private static Scripted.Hit only(Hostile it, String inBody) {
        return it.server.hits.stream()
                .filter(hit -> hit.body().contains(inBody))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_stream_without_ids_cannot_be_resumed() throws Exception {
        try (Hostile it = legacy((hit, out) -> out.events().raw(data(PROGRESS)).hangUp())) {
            it.link.send(Say.ping(1), MirroredHeaders.NONE);
            it.heard.next("message");
            assertThat(it.heard.next("failed").text()).contains("before the response");
        }
    }

    @Test
    @Tag("exhaustive")
    void the_number_of_attempts_to_resume_is_limited() throws Exception {
        try (Hostile it = legacy((hit, out) -> {
            if (hit.method().equals("POST")) {
                out.events().raw("id: e1\nretry: 0\n" + data(PROGRESS)).hangUp();
            } else {
                out.events().hangUp();
            }
        })) {
            it.link.send(Say.ping(1), MirroredHeaders.NONE);
            it.heard.next("message");
            assertThat(it.heard.next("failed").reason()).isInstanceOf(ConnectionFailedException.class);
            long tries = it.server.hits.stream()
                    .filter(hit -> hit.header("Last-Event-ID") != null)
                    .count();
            assertThat(tries).isEqualTo(Hostile.LIMITS.reconnects());
        }
    }

    @Test
    void resumption_survives_a_short_outage_of_the_server() throws Exception {
        try (Hostile it = legacy((hit, out) -> {
            if (hit.method().equals("POST")) {
                out.events().raw("id: e1\nretry: 0\n" + data(PROGRESS)).hangUp();
            } else if (hit.number() % 2 == 0) {
                out.answer(502, "", "");
            } else {
                out.events().raw(data(Hostile.result(1))).hangUp();
            }
        })) {
            it.link.send(Say.ping(1), MirroredHeaders.NONE);
            it.heard.next("message");
            assertThat(it.heard.next("message").text()).isEqualTo(Hostile.result(1));
        }
    }

    @Test
    void a_request_whose_session_is_lost_during_resumption_may_have_been_executed() throws Exception {
        try (Hostile it = legacy((hit, out) -> {
            if (hit.method().equals("POST")) {
                out.events().raw("id: e1\nretry: 0\n" + data(PROGRESS)).hangUp();
            } else {
                out.answer(404, "", "");
            }
        })) {
            it.link.send(Say.ping(1), MirroredHeaders.NONE);
            it.heard.next("message");
            assertThat(it.heard.next("failed").reason()).isExactlyInstanceOf(ConnectionFailedException.class);
            assertThat(it.link.isOpen()).isFalse();
        }
    }

    @Test
    void an_event_beyond_the_limit_is_discarded_and_the_stream_continues() throws Exception {
        try (Hostile it = new Hostile((hit, out) -> out.events()
                .raw(data("x".repeat(3 * Hostile.MAX)))
                .raw(data(Hostile.result(1)))
                .hangUp())) {
            assertThat(it.modern(1).what()).isEqualTo("tooLarge");
            assertThat(it.heard.next("message").text()).isEqualTo(Hostile.result(1));
        }
    }

    @Test
    void a_stream_that_does_not_end_after_its_response_is_closed() throws Exception {
        CountDownLatch cut = new CountDownLatch(1);
        try (Hostile it = new Hostile((hit, out) -> {
            out.events().raw(data(Hostile.result(1)));
            try {
                while (true) {
                    out.raw(": still here\n\n");
                    Thread.sleep(50);
                }
            } finally {
                cut.countDown();
            }
        })) {
            assertThat(it.modern(1).what()).isEqualTo("message");
            assertThat(cut.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(it.heard.isQuietFor(100)).isTrue();
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @ValueSource(strings = {"no json", "[]", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{}}"})
    void a_stream_that_continues_after_an_invalid_message_is_closed(String event) throws Exception {
        CountDownLatch cut = new CountDownLatch(1);
        try (Hostile it = new Hostile((hit, out) -> {
            out.events().raw(data(event));
            try {
                while (true) {
                    out.raw(": still here\n\n");
                    Thread.sleep(50);
                }
            } finally {
                cut.countDown();
            }
        })) {
            assertThat(it.modern(1).what()).isEqualTo("message");
            assertThat(cut.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void abandoning_a_request_closes_a_stream_that_arrives_byte_by_byte() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch cut = new CountDownLatch(1);
        try (Hostile it = new Hostile((hit, out) -> {
            out.events();
            try {
                while (true) {
                    out.raw("x");
                    started.countDown();
                    Thread.sleep(50);
                }
            } finally {
                cut.countDown();
            }
        })) {
            it.link.send(Say.modernCall(1, "t", ""), Say.modern("t"));
            assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(it.link.abandon(RequestId.of(1))).isTrue();
            assertThat(cut.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(it.heard.isQuietFor(100)).isTrue();
        }
    }

    @Test
    void abandoning_a_request_does_not_wait_for_a_silent_server() throws Exception {
        CountDownLatch requested = new CountDownLatch(1);
        try (Hostile it = new Hostile((hit, out) -> {
            requested.countDown();
            Thread.sleep(60_000);
        })) {
            it.link.send(Say.modernCall(1, "t", ""), Say.modern("t"));
            assertThat(requested.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(it.link.abandon(RequestId.of(1))).isTrue();
            assertThat(it.heard.isQuietFor(200)).isTrue();
        }
    }
}
