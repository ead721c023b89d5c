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

/** Tests against a real server. */
class StreamableLinkTest {
    private final ExecutorService threads = HandlerExecutors.create();
    private final Heard heard = new Heard();
    private Demo demo;
    private TenonHttpServer http;
    private StreamableHttpTransport link;

    @BeforeEach
    void start() {
        demo = new Demo();
        http = demo.http().start();
        link = new StreamableHttpTransport(ServerTarget.http(http.uri()), ClientLimits.DEFAULT, threads, Inbox.TIMER);
        link.open(heard);
    }

    @AfterEach
    void stop() {
        link.close();
        demo.close();
        http.close();
        HandlerExecutors.shutDownNowAndAwait(threads);
    }

    private void handshake(Revision revision) throws InterruptedException {
        link.send(Say.initialize(revision.wireName()), MirroredHeaders.NONE);
        Json opened = heard.next("message").json();
        assertThat(opened.get("result").get("protocolVersion").string()).isEqualTo(revision.wireName());
        link.setRevision(revision);
        link.sendInitialized(Say.initialized());
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
        handshake(Revision.V2025_11_25);
        link.send(Say.call(1, "echo", "\"text\":\"hi\""), MirroredHeaders.NONE);
        Heard.Event response = heard.next("message");

        assertThat(response.id()).isEqualTo(RequestId.of(1));
        assertThat(response.text()).contains("\"hi\"");
        assertThat(demo.server.status().sessions()).isEqualTo(1);
        link.close();
        assertThat(demo.server.status().sessions()).isZero();
        heard.next("closed");
        assertThat(link.isOpen()).isFalse();
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
        link.send(Say.modernCall(1, "echo", "\"text\":\"hi\""), Say.modern("echo"));
        assertThat(heard.next("message").text()).contains("\"hi\"");
        link.setRevision(Revision.V2026_07_28);
        link.send(Say.modernCall(2, "count", ""), Say.modern("count"));
        for (int i = 1; i <= 3; i++) {
            assertThat(heard.next("message").text()).contains("notifications/progress");
        }
        Heard.Event response = heard.next("message");

        assertThat(response.id()).isEqualTo(RequestId.of(2));
        assertThat(response.text()).contains("counted");
        assertThat(heard.isQuietFor(100)).isTrue();
    }

    @Test
    @Covers("2026-07-28/http/client-cancel-by-close")
    void abandoning_a_stateless_request_cancels_it() throws Exception {
        link.send(Say.modernCall(1, "wait", ""), Say.modern("wait"));
        assertThat(demo.waiting.await(20, TimeUnit.SECONDS)).isTrue();

        assertThat(link.abandon(RequestId.of(1))).isTrue();

        assertThat(demo.interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(heard.isQuietFor(100)).isTrue();
    }

    @Test
    @Covers("legacy/http/cancel-explicit")
    void abandoning_a_request_in_a_session_does_not_cancel_it() throws Exception {
        handshake(Revision.V2025_06_18);
        link.send(Say.call(1, "wait", ""), MirroredHeaders.NONE);
        assertThat(demo.waiting.await(20, TimeUnit.SECONDS)).isTrue();

        assertThat(link.abandon(RequestId.of(1))).isFalse();

        assertThat(demo.interrupted.await(300, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(heard.isQuietFor(100)).isTrue();
    }
}
