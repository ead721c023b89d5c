package dev.tenon.client.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.internal.transport.streamable.StreamableHttpTransport;
import dev.tenon.coverage.Covers;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.Revision;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls over Streamable HTTP to a real server. */
class StreamableHttpTransportTest {
    private final ExecutorService threads = HandlerExecutors.create();
    private final RecordingListener listener = new RecordingListener();
    private TransportTestServer testServer;
    private TenonHttpServer http;
    private StreamableHttpTransport transport;

    @BeforeEach
    void start() {
        testServer = new TransportTestServer();
        http = testServer.httpServerBuilder().start();
        transport = new StreamableHttpTransport(
                ServerTarget.http(http.uri()), ClientLimits.DEFAULT, threads, RecordingReceiver.TIMER);
        transport.open(listener);
    }

    @AfterEach
    void stop() {
        transport.close();
        testServer.close();
        http.close();
        HandlerExecutors.shutDownNowAndAwait(threads);
    }

    private void performHandshake(Revision revision) throws InterruptedException {
        transport.send(ClientMessages.initializeRequest(revision.wireName()), MirroredHeaders.NONE);
        Json initializeResponse = listener.nextEvent("message").json();
        assertThat(initializeResponse.get("result").get("protocolVersion").string())
                .isEqualTo(revision.wireName());
        transport.setRevision(revision);
        transport.sendInitialized(ClientMessages.initializedNotification());
    }

    @Test
    @Covers({
        "core/http/post-per-message",
        "core/http/accept-both",
        "legacy/http/session-id-echo",
        "2025-06-18/http/version-header",
        "2025-06-18/http/version-header-negotiated",
        "legacy/http/session-delete"
    })
    void a_session_is_opened_used_and_ended() throws Exception {
        performHandshake(Revision.V2025_11_25);
        transport.send(ClientMessages.toolCall(1, "echo", "\"text\":\"hi\""), MirroredHeaders.NONE);
        RecordingListener.Event response = listener.nextEvent("message");

        assertThat(response.id()).isEqualTo(RequestId.of(1));
        assertThat(response.text()).contains("\"hi\"");
        assertThat(testServer.server.status().sessions()).isEqualTo(1);
        transport.close();
        assertThat(testServer.server.status().sessions()).isZero();
        listener.nextEvent("closed");
        assertThat(transport.isOpen()).isFalse();
    }

    @Test
    @Covers({
        "2026-07-28/http/metadata-headers-each-post",
        "2026-07-28/http/version-header-required",
        "2026-07-28/http/version-header-matches-body",
        "2026-07-28/http/mcp-method-header",
        "2026-07-28/http/mcp-name-header",
        "core/http/client-supports-both-forms"
    })
    void a_stateless_request_gets_a_message_or_a_stream() throws Exception {
        transport.send(
                ClientMessages.statelessToolCall(1, "echo", "\"text\":\"hi\""),
                ClientMessages.statelessHeaders("echo"));
        assertThat(listener.nextEvent("message").text()).contains("\"hi\"");
        transport.setRevision(Revision.V2026_07_28);
        transport.send(ClientMessages.statelessToolCall(2, "count", ""), ClientMessages.statelessHeaders("count"));
        for (int i = 1; i <= 3; i++) {
            assertThat(listener.nextEvent("message").text()).contains("notifications/progress");
        }
        RecordingListener.Event response = listener.nextEvent("message");

        assertThat(response.id()).isEqualTo(RequestId.of(2));
        assertThat(response.text()).contains("counted");
        assertThat(listener.hasNoEvent(100)).isTrue();
    }

    @Test
    @Covers("2026-07-28/http/client-cancel-by-close")
    void abandoning_a_stateless_request_cancels_it() throws Exception {
        transport.send(ClientMessages.statelessToolCall(1, "wait", ""), ClientMessages.statelessHeaders("wait"));
        assertThat(testServer.waitStarted.await(20, TimeUnit.SECONDS)).isTrue();

        assertThat(transport.abandon(RequestId.of(1))).isTrue();

        assertThat(testServer.waitInterrupted.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(listener.hasNoEvent(100)).isTrue();
    }

    @Test
    @Covers("legacy/http/cancel-explicit")
    void abandoning_a_request_in_a_session_does_not_cancel_it() throws Exception {
        performHandshake(Revision.V2025_06_18);
        transport.send(ClientMessages.toolCall(1, "wait", ""), MirroredHeaders.NONE);
        assertThat(testServer.waitStarted.await(20, TimeUnit.SECONDS)).isTrue();

        assertThat(transport.abandon(RequestId.of(1))).isFalse();

        assertThat(testServer.waitInterrupted.await(300, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(listener.hasNoEvent(100)).isTrue();
    }
}
