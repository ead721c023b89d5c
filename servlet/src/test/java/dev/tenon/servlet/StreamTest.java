package dev.tenon.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.http.SseEvent;
import dev.tenon.server.http.HttpOptions;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

@BlockedThreadCheck
class StreamTest {
    @EachContainer
    @Covers({
        "core/http/response-content-type",
        "2026-07-28/http/sse-final-response",
        "2026-07-28/http/sse-accel-buffering"
    })
    void progress_arrives_while_the_tool_runs(Container kind) {
        try (Site site = new Site(kind);
                Events events = site.events(site.modernCall(1, "wait", "{}"))) {
            assertThat(events.response().headers().firstValue("Content-Type")).hasValue("text/event-stream");
            assertThat(events.response().headers().firstValue("X-Accel-Buffering"))
                    .hasValue("no");
            assertThat(events.message()).contains("notifications/progress", "waiting");
            site.fixture.goOn.release();
            assertThat(events.messages()).singleElement().asString().contains("\"id\":1", "went on");
        }
    }

    @EachContainer
    void events_of_one_call_arrive_in_order(Container kind) {
        try (Site site = new Site(kind);
                Events events = site.events(site.modernCall(1, "steps", "{}"))) {
            assertThat(events.messages())
                    .satisfiesExactly(
                            e -> assertThat(e).contains("step 1"),
                            e -> assertThat(e).contains("step 2"),
                            e -> assertThat(e).contains("step 3"),
                            e -> assertThat(e).contains("done"));
        }
    }

    @EachContainer
    @Covers("legacy/http/get-stream-or-405")
    void the_stream_of_a_session_reports_a_changed_list(Container kind) {
        try (Site site = new Site(kind)) {
            String session = site.session();
            try (Events events = site.events(site.get(session))) {
                assertThat(events.response().statusCode()).isEqualTo(200);
                site.fixture.server.addTool("new").handler((input, call) -> "new");
                assertThat(events.message()).contains("notifications/tools/list_changed");
            }
        }
    }

    @EachContainer
    @Covers({"legacy/http/resume-replay", "legacy/http/disconnect-not-cancel"})
    void a_broken_stream_is_resumed(Container kind) throws Exception {
        try (Site site = new Site(kind)) {
            String session = site.session();
            String last;
            try (Events events = site.events(site.legacyCall(session, 5, "wait", "{}"))) {
                SseEvent progress = events.next();
                while (!progress.hasNonEmptyData()) {
                    progress = events.next();
                }
                last = progress.id();
            }
            site.fixture.goOn.release();
            try (Events rest = site.events(site.get(session).header("Last-Event-ID", last))) {
                assertThat(rest.messages()).singleElement().asString().contains("\"id\":5", "went on");
            }
            assertThat(site.fixture.interrupted.getCount()).isEqualTo(1);
        }
    }

    @EachContainer
    @Covers({
        "2026-07-28/subscriptions/listen-sse",
        "2026-07-28/subscriptions/ack-first",
        "2026-07-28/meta/subscription-id"
    })
    void a_subscription_is_acknowledged_and_delivers_notifications(Container kind) {
        try (Site site = new Site(kind);
                Events events = site.events(
                        site.modern(9, "subscriptions/listen", ",\"notifications\":{\"toolsListChanged\":true}"))) {
            assertThat(events.message()).contains("notifications/subscriptions/acknowledged");
            site.fixture.server.addTool("new").handler((input, call) -> "new");
            assertThat(events.message())
                    .contains("notifications/tools/list_changed", "io.modelcontextprotocol/subscriptionId\":9");
            site.fixture.server.close();
            assertThat(events.messages()).singleElement().asString().contains("\"id\":9", "\"result\"");
        }
    }

    @EachContainer
    @Tag("exhaustive")
    void a_quiet_stream_survives_the_timeout_of_the_container(Container kind) throws Exception {
        try (Site site = new Site(kind);
                Events events = site.events(site.modernCall(1, "wait", "{}"))) {
            assertThat(events.message()).contains("waiting");
            Thread.sleep(Container.PATIENCE.toMillis() * 3 / 2);
            site.fixture.goOn.release();
            assertThat(events.message()).contains("went on");
        }
    }

    @EachContainer
    @Covers("2026-07-28/http/sse-keepalive")
    @Tag("exhaustive")
    void a_quiet_stream_is_kept_alive_by_comments(Container kind) throws Exception {
        HttpOptions options = HttpOptions.DEFAULT.withKeepAlive(Duration.ofMillis(50));
        try (Site site = new Site(kind, new Fixture(), options)) {
            Events events = site.events(site.get(site.session()));
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(events.response().body(), StandardCharsets.UTF_8));
            assertThat(lines.readLine()).startsWith(":");
            assertThat(lines.readLine()).isEmpty();
            assertThat(lines.readLine()).startsWith(":");
        }
    }
}
