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

    private static String dataEvent(String message) {
        return "data: " + message + "\n\n";
    }

    private static boolean isStandaloneStreamRequest(ScriptedHttpServer.ReceivedRequest request) {
        return request.method().equals("GET") && request.header("Last-Event-ID") == null;
    }

    /** Opens a session with a server without a standalone event stream; the handler responds to other requests. */
    private static HttpFixture openSession(ScriptedHttpServer.RequestHandler handler) throws Exception {
        HttpFixture fixture = new HttpFixture((request, out) -> {
            if (isStandaloneStreamRequest(request)) {
                out.respond(405, "", "");
            } else if (!HttpFixture.handleSessionRequest(request, out)) {
                handler.handle(request, out);
            }
        });
        fixture.performHandshake(Revision.V2025_11_25);
        return fixture;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 50})
    @Covers("2026-07-28/http/sse-comments-ignored")
    void a_stream_may_be_split_into_chunks_of_any_size(int chunkSize) throws Exception {
        String text = "\uFEFF: hello\r\n\r\nevent: message\r\n" + dataEvent(PROGRESS) + ":\n\n"
                + dataEvent(HttpFixture.createResult(1));
        try (HttpFixture fixture = new HttpFixture((request, out) -> {
            out.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
            byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            for (int i = 0; i < bytes.length; i += chunkSize) {
                int length = Math.min(chunkSize, bytes.length - i);
                out.write((Integer.toHexString(length) + "\r\n").getBytes())
                        .write(java.util.Arrays.copyOfRange(bytes, i, i + length))
                        .write("\r\n");
            }
            out.write("0\r\n\r\n");
        })) {
            assertThat(fixture.callStateless(1).text()).isEqualTo(PROGRESS);
            assertThat(fixture.listener.nextEvent("message").text()).isEqualTo(HttpFixture.createResult(1));
            assertThat(fixture.listener.hasNoEvent(100)).isTrue();
        }
    }

    @Test
    @Covers({"2026-07-28/http/broken-stream-reissue", "2026-07-28/http/no-resume"})
    void a_stream_that_ends_early_fails_a_stateless_request() throws Exception {
        try (HttpFixture fixture = new HttpFixture((request, out) -> out.startEventStream()
                .write("id: 1\nretry: 10\n" + dataEvent(PROGRESS))
                .closeConnection())) {
            fixture.callStateless(1);
            RecordingListener.Event lost = fixture.listener.nextEvent("failed");
            assertThat(lost.failure()).isInstanceOf(ConnectionFailedException.class);
            assertThat(fixture.listener.hasNoEvent(300)).isTrue();
            assertThat(fixture.server.requests).hasSize(1);
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
        try (HttpFixture fixture = openSession((request, out) -> {
            if (request.method().equals("POST")) {
                out.startEventStream()
                        .write("id: e1\ndata:\n\n")
                        .write("id: e2\nretry: 700\n" + dataEvent(PROGRESS))
                        .closeConnection();
            } else {
                out.startEventStream()
                        .write("id: e3\n" + dataEvent(HttpFixture.createResult(1)))
                        .closeConnection();
            }
        })) {
            fixture.transport.send(ClientMessages.ping(1), MirroredHeaders.NONE);
            assertThat(fixture.listener.nextEvent("message").text()).isEqualTo(PROGRESS);
            RecordingListener.Event response = fixture.listener.nextEvent("message");
            assertThat(response.text()).isEqualTo(HttpFixture.createResult(1));
            assertThat(response.id()).isEqualTo(RequestId.of(1));

            ScriptedHttpServer.ReceivedRequest post = findRequest(fixture, "ping");
            ScriptedHttpServer.ReceivedRequest get = fixture.server.requests.get(fixture.server.requests.size() - 1);
            assertThat(get.method()).isEqualTo("GET");
            assertThat(get.header("Last-Event-ID")).isEqualTo("e2");
            assertThat(get.header("Accept")).isEqualTo("text/event-stream");
            assertThat(get.header("Mcp-Session-Id")).isEqualTo("s1");
            assertThat(get.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
            assertThat(get.receivedNanos() - post.receivedNanos()).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(690));
            assertThat(fixture.listener.hasNoEvent(100)).isTrue();
        }
    }

    private static ScriptedHttpServer.ReceivedRequest findRequest(HttpFixture fixture, String bodyPart) {
        return fixture.server.requests.stream()
                .filter(request -> request.body().contains(bodyPart))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_stream_without_ids_cannot_be_resumed() throws Exception {
        try (HttpFixture fixture = openSession((request, out) ->
                out.startEventStream().write(dataEvent(PROGRESS)).closeConnection())) {
            fixture.transport.send(ClientMessages.ping(1), MirroredHeaders.NONE);
            fixture.listener.nextEvent("message");
            assertThat(fixture.listener.nextEvent("failed").text()).contains("before the response");
        }
    }

    @Test
    @Tag("exhaustive")
    void the_number_of_attempts_to_resume_is_limited() throws Exception {
        try (HttpFixture fixture = openSession((request, out) -> {
            if (request.method().equals("POST")) {
                out.startEventStream()
                        .write("id: e1\nretry: 0\n" + dataEvent(PROGRESS))
                        .closeConnection();
            } else {
                out.startEventStream().closeConnection();
            }
        })) {
            fixture.transport.send(ClientMessages.ping(1), MirroredHeaders.NONE);
            fixture.listener.nextEvent("message");
            assertThat(fixture.listener.nextEvent("failed").failure()).isInstanceOf(ConnectionFailedException.class);
            long resumptions = fixture.server.requests.stream()
                    .filter(request -> request.header("Last-Event-ID") != null)
                    .count();
            assertThat(resumptions).isEqualTo(HttpFixture.LIMITS.reconnects());
        }
    }

    @Test
    void resumption_survives_a_short_outage_of_the_server() throws Exception {
        try (HttpFixture fixture = openSession((request, out) -> {
            if (request.method().equals("POST")) {
                out.startEventStream()
                        .write("id: e1\nretry: 0\n" + dataEvent(PROGRESS))
                        .closeConnection();
            } else if (request.number() % 2 == 0) {
                out.respond(502, "", "");
            } else {
                out.startEventStream()
                        .write(dataEvent(HttpFixture.createResult(1)))
                        .closeConnection();
            }
        })) {
            fixture.transport.send(ClientMessages.ping(1), MirroredHeaders.NONE);
            fixture.listener.nextEvent("message");
            assertThat(fixture.listener.nextEvent("message").text()).isEqualTo(HttpFixture.createResult(1));
        }
    }

    @Test
    void a_request_whose_session_is_lost_during_resumption_may_have_been_executed() throws Exception {
        try (HttpFixture fixture = openSession((request, out) -> {
            if (request.method().equals("POST")) {
                out.startEventStream()
                        .write("id: e1\nretry: 0\n" + dataEvent(PROGRESS))
                        .closeConnection();
            } else {
                out.respond(404, "", "");
            }
        })) {
            fixture.transport.send(ClientMessages.ping(1), MirroredHeaders.NONE);
            fixture.listener.nextEvent("message");
            assertThat(fixture.listener.nextEvent("failed").failure())
                    .isExactlyInstanceOf(ConnectionFailedException.class);
            assertThat(fixture.transport.isOpen()).isFalse();
        }
    }

    @Test
    void an_event_beyond_the_limit_is_discarded_and_the_stream_continues() throws Exception {
        try (HttpFixture fixture = new HttpFixture((request, out) -> out.startEventStream()
                .write(dataEvent("x".repeat(3 * HttpFixture.MAX_MESSAGE_BYTES)))
                .write(dataEvent(HttpFixture.createResult(1)))
                .closeConnection())) {
            assertThat(fixture.callStateless(1).type()).isEqualTo("oversized");
            assertThat(fixture.listener.nextEvent("message").text()).isEqualTo(HttpFixture.createResult(1));
        }
    }

    @Test
    void a_stream_that_does_not_end_after_its_response_is_closed() throws Exception {
        CountDownLatch streamClosed = new CountDownLatch(1);
        try (HttpFixture fixture = new HttpFixture((request, out) -> {
            out.startEventStream().write(dataEvent(HttpFixture.createResult(1)));
            try {
                while (true) {
                    out.write(": still here\n\n");
                    Thread.sleep(50);
                }
            } finally {
                streamClosed.countDown();
            }
        })) {
            assertThat(fixture.callStateless(1).type()).isEqualTo("message");
            assertThat(streamClosed.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(fixture.listener.hasNoEvent(100)).isTrue();
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @ValueSource(strings = {"no json", "[]", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{}}"})
    void a_stream_that_continues_after_an_invalid_message_is_closed(String event) throws Exception {
        CountDownLatch streamClosed = new CountDownLatch(1);
        try (HttpFixture fixture = new HttpFixture((request, out) -> {
            out.startEventStream().write(dataEvent(event));
            try {
                while (true) {
                    out.write(": still here\n\n");
                    Thread.sleep(50);
                }
            } finally {
                streamClosed.countDown();
            }
        })) {
            assertThat(fixture.callStateless(1).type()).isEqualTo("message");
            assertThat(streamClosed.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void abandoning_a_request_closes_a_stream_that_arrives_byte_by_byte() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch streamClosed = new CountDownLatch(1);
        try (HttpFixture fixture = new HttpFixture((request, out) -> {
            out.startEventStream();
            try {
                while (true) {
                    out.write("x");
                    started.countDown();
                    Thread.sleep(50);
                }
            } finally {
                streamClosed.countDown();
            }
        })) {
            fixture.transport.send(ClientMessages.statelessToolCall(1, "t", ""), ClientMessages.statelessHeaders("t"));
            assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(fixture.transport.abandon(RequestId.of(1))).isTrue();
            assertThat(streamClosed.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(fixture.listener.hasNoEvent(100)).isTrue();
        }
    }

    @Test
    void abandoning_a_request_does_not_wait_for_a_silent_server() throws Exception {
        CountDownLatch requested = new CountDownLatch(1);
        try (HttpFixture fixture = new HttpFixture((request, out) -> {
            requested.countDown();
            Thread.sleep(60_000);
        })) {
            fixture.transport.send(ClientMessages.statelessToolCall(1, "t", ""), ClientMessages.statelessHeaders("t"));
            assertThat(requested.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(fixture.transport.abandon(RequestId.of(1))).isTrue();
            assertThat(fixture.listener.hasNoEvent(200)).isTrue();
        }
    }
}
