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
        try (Site site = new Site(kind, new Fixture(), OPTIONS)) {
            try (Events events = site.events(site.modernCall(1, "wait", "{}"))) {
                assertThat(events.message()).contains("waiting");
            }
            assertThat(site.fixture.interrupted.await(10, TimeUnit.SECONDS)).isTrue();
            Eventually.isTrue(() -> site.open() == 0);
            Eventually.isTrue(() -> site.fixture.server.status().requests() == 0);
            Eventually.isTrue(() -> site.fixture.server.status().openStreams() == 0);
        }
    }

    @EachContainer
    @Covers("legacy/http/disconnect-not-cancel")
    @Tag("exhaustive")
    void a_call_in_a_session_is_not_cancelled(Container kind) throws Exception {
        try (Site site = new Site(kind, new Fixture(), OPTIONS)) {
            String session = site.session();
            try (Events events = site.events(site.legacyCall(session, 1, "wait", "{}"))) {
                assertThat(events.message()).contains("waiting");
            }
            Eventually.isTrue(() -> site.open() == 0);
            assertThat(site.fixture.server.status().requests()).isEqualTo(1);
            assertThat(site.fixture.interrupted.getCount()).isEqualTo(1);
        }
    }

    @EachContainer
    @Tag("exhaustive")
    void a_subscription_is_released(Container kind) throws Exception {
        try (Site site = new Site(kind, new Fixture(), OPTIONS)) {
            try (Events events = site.events(
                    site.modern(9, "subscriptions/listen", ",\"notifications\":{\"toolsListChanged\":true}"))) {
                events.message();
            }
            Eventually.isTrue(() -> site.fixture.server.status().subscriptions() == 0);
            Eventually.isTrue(() -> site.open() == 0);
        }
    }

    @EachContainer
    @Tag("exhaustive")
    void a_client_that_does_not_read_is_disconnected_when_it_reads_again(Container kind) throws Exception {
        try (Site site = new Site(kind, new Fixture(SMALL_QUEUE), OPTIONS);
                RawClient client = flooded(site)) {
            Eventually.isTrue(() -> site.fixture.server.status().requests() == 0);
            assertThat(client.readToEnd()).as("what was on the way").isLessThan(20_000_000);
            Eventually.isTrue(() -> site.open() == 0);
        }
    }

    @EachContainer
    @Tag("exhaustive")
    void a_client_that_never_reads_again_is_disconnected_by_the_container(Container kind) throws Exception {
        try (Site site = new Site(kind, new Fixture(SMALL_QUEUE), OPTIONS);
                RawClient client = flooded(site)) {
            Eventually.isTrue(() -> site.fixture.server.status().requests() == 0);
            Eventually.isTrue(() -> site.open() == 0);
        }
    }

    @EachContainer
    @Tag("exhaustive")
    void a_client_that_reads_its_response_too_slowly_is_disconnected(Container kind) throws Exception {
        Fixture fixture = new Fixture();
        ServletLimits limits = ServletLimits.DEFAULT.withResponseTimeout(Duration.ofSeconds(1));
        McpServlet servlet = McpServlet.of(fixture.server, OPTIONS, limits);
        try (Site site = new Site(kind, fixture, Container.Deployment.of(servlet), "/mcp");
                RawClient client = new RawClient(site.port())) {
            String body = Site.modernBody(1, "tools/call", ",\"name\":\"large\",\"arguments\":{}");
            client.write(RawClient.head(site.port(), "large") + "Content-Length: " + body.length() + "\r\n\r\n" + body);
            Eventually.isTrue(() -> {
                sip(client);
                return site.open() == 0;
            });
            assertThat(site.boundsMet()).containsEntry("slow_readers", 1L);
        }
    }

    private static void sip(RawClient client) {
        try {
            client.read(1000);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A client that has read the beginning and stopped. */
    private static RawClient flooded(Site site) throws Exception {
        RawClient client = new RawClient(site.port());
        String body = Site.modernBody(1, "tools/call", ",\"name\":\"flood\",\"arguments\":{}");
        client.write(RawClient.head(site.port(), "flood") + "Content-Length: " + body.length() + "\r\n\r\n" + body);
        assertThat(client.headers()).startsWith("HTTP/1.1 200");
        return client;
    }
}
