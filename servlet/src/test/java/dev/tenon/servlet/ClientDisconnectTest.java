package dev.tenon.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.server.Limits;
import dev.tenon.server.http.HttpOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;

@BlockedThreadCheck
class ClientDisconnectTest {
    private static final Limits SMALL_QUEUE = Limits.DEFAULT.toBuilder()
            .queue(new Limits.QueueLimits(16, 1 << 20, Duration.ofSeconds(1)))
            .build();
    private static final HttpOptions OPTIONS = HttpOptions.DEFAULT.withKeepAlive(Duration.ofMillis(100));

    @EachContainer
    @Covers({"2026-07-28/http/disconnect-cancels", "2026-07-28/http/disconnect-stop-work"})
    void a_call_of_the_newest_revision_is_cancelled(Container kind) throws Exception {
        try (ServletFixture fixture = new ServletFixture(kind, new TestServer(), OPTIONS)) {
            try (EventStream events = fixture.openEvents(fixture.modernCall(1, "wait", "{}"))) {
                assertThat(events.nextMessage()).contains("waiting");
            }
            assertThat(fixture.testServer.interrupted.await(10, TimeUnit.SECONDS))
                    .isTrue();
            Conditions.await(() -> fixture.openExchangeCount() == 0);
            Conditions.await(() -> fixture.testServer.server.status().requests() == 0);
            Conditions.await(() -> fixture.testServer.server.status().openStreams() == 0);
        }
    }

    @EachContainer
    @Covers("legacy/http/disconnect-not-cancel")
    @Tag("exhaustive")
    void a_call_in_a_session_is_not_cancelled(Container kind) throws Exception {
        try (ServletFixture fixture = new ServletFixture(kind, new TestServer(), OPTIONS)) {
            String session = fixture.openSession();
            try (EventStream events = fixture.openEvents(fixture.legacyCall(session, 1, "wait", "{}"))) {
                assertThat(events.nextMessage()).contains("waiting");
            }
            Conditions.await(() -> fixture.openExchangeCount() == 0);
            assertThat(fixture.testServer.server.status().requests()).isEqualTo(1);
            assertThat(fixture.testServer.interrupted.getCount()).isEqualTo(1);
        }
    }

    @EachContainer
    @Tag("exhaustive")
    void a_subscription_is_released(Container kind) throws Exception {
        try (ServletFixture fixture = new ServletFixture(kind, new TestServer(), OPTIONS)) {
            try (EventStream events = fixture.openEvents(fixture.modernRequest(
                    9, "subscriptions/listen", ",\"notifications\":{\"toolsListChanged\":true}"))) {
                events.nextMessage();
            }
            Conditions.await(() -> fixture.testServer.server.status().subscriptions() == 0);
            Conditions.await(() -> fixture.openExchangeCount() == 0);
        }
    }

    @EachContainer
    @Tag("exhaustive")
    void a_client_that_does_not_read_is_disconnected_when_it_reads_again(Container kind) throws Exception {
        try (ServletFixture fixture = new ServletFixture(kind, new TestServer(SMALL_QUEUE), OPTIONS);
                RawClient client = openFloodedClient(fixture)) {
            Conditions.await(() -> fixture.testServer.server.status().requests() == 0);
            assertThat(client.readToEnd()).as("what was on the way").isLessThan(20_000_000);
            Conditions.await(() -> fixture.openExchangeCount() == 0);
        }
    }

    @EachContainer
    @Tag("exhaustive")
    void a_client_that_never_reads_again_is_disconnected_by_the_container(Container kind) throws Exception {
        try (ServletFixture fixture = new ServletFixture(kind, new TestServer(SMALL_QUEUE), OPTIONS);
                RawClient client = openFloodedClient(fixture)) {
            Conditions.await(() -> fixture.testServer.server.status().requests() == 0);
            Conditions.await(() -> fixture.openExchangeCount() == 0);
        }
    }

    @EachContainer
    @Tag("exhaustive")
    void a_client_that_reads_its_response_too_slowly_is_disconnected(Container kind) throws Exception {
        TestServer testServer = new TestServer();
        ServletLimits limits = ServletLimits.DEFAULT.withResponseTimeout(Duration.ofSeconds(1));
        McpServlet servlet = McpServlet.of(testServer.server, OPTIONS, limits);
        try (ServletFixture fixture = new ServletFixture(kind, testServer, Container.Deployment.of(servlet), "/mcp");
                RawClient client = new RawClient(fixture.port())) {
            String body = ServletFixture.modernBody(1, "tools/call", ",\"name\":\"large\",\"arguments\":{}");
            client.write(RawClient.buildHead(fixture.port(), "large") + "Content-Length: " + body.length() + "\r\n\r\n"
                    + body);
            Conditions.await(() -> {
                readSome(client);
                return fixture.openExchangeCount() == 0;
            });
            assertThat(fixture.limitCounts()).containsEntry("slow_readers", 1L);
        }
    }

    private static void readSome(RawClient client) {
        try {
            client.read(1000);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A client that has read the beginning and stopped. */
    private static RawClient openFloodedClient(ServletFixture fixture) throws Exception {
        RawClient client = new RawClient(fixture.port());
        String body = ServletFixture.modernBody(1, "tools/call", ",\"name\":\"flood\",\"arguments\":{}");
        client.write(
                RawClient.buildHead(fixture.port(), "flood") + "Content-Length: " + body.length() + "\r\n\r\n" + body);
        assertThat(client.readHead()).startsWith("HTTP/1.1 200");
        return client;
    }
}
