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
        try (ServletFixture fixture = new ServletFixture(kind);
                EventStream events = fixture.openEvents(fixture.modernCall(1, "wait", "{}"))) {
            assertThat(events.response().headers().firstValue("Content-Type")).hasValue("text/event-stream");
            assertThat(events.response().headers().firstValue("X-Accel-Buffering"))
                    .hasValue("no");
            assertThat(events.nextMessage()).contains("notifications/progress", "waiting");
            fixture.testServer.waitPermits.release();
            assertThat(events.readRemaining()).singleElement().asString().contains("\"id\":1", "went on");
        }
    }

    @EachContainer
    void events_of_one_call_arrive_in_order(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind);
                EventStream events = fixture.openEvents(fixture.modernCall(1, "steps", "{}"))) {
            assertThat(events.readRemaining())
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
        try (ServletFixture fixture = new ServletFixture(kind)) {
            String session = fixture.openSession();
            try (EventStream events = fixture.openEvents(fixture.streamRequest(session))) {
                assertThat(events.response().statusCode()).isEqualTo(200);
                fixture.testServer.server.addTool("new").handler((input, call) -> "new");
                assertThat(events.nextMessage()).contains("notifications/tools/list_changed");
            }
        }
    }

    @EachContainer
    @Covers({"legacy/http/resume-replay", "legacy/http/disconnect-not-cancel"})
    void a_broken_stream_is_resumed(Container kind) throws Exception {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            String session = fixture.openSession();
            String last;
            try (EventStream events = fixture.openEvents(fixture.legacyCall(session, 5, "wait", "{}"))) {
                SseEvent progress = events.next();
                while (!progress.hasNonEmptyData()) {
                    progress = events.next();
                }
                last = progress.id();
            }
            fixture.testServer.waitPermits.release();
            try (EventStream rest =
                    fixture.openEvents(fixture.streamRequest(session).header("Last-Event-ID", last))) {
                assertThat(rest.readRemaining()).singleElement().asString().contains("\"id\":5", "went on");
            }
            assertThat(fixture.testServer.interrupted.getCount()).isEqualTo(1);
        }
    }

    @EachContainer
    @Covers({
        "2026-07-28/subscriptions/listen-sse",
        "2026-07-28/subscriptions/ack-first",
        "2026-07-28/meta/subscription-id"
    })
    void a_subscription_is_acknowledged_and_delivers_notifications(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind);
                EventStream events = fixture.openEvents(fixture.modernRequest(
                        9, "subscriptions/listen", ",\"notifications\":{\"toolsListChanged\":true}"))) {
            assertThat(events.nextMessage()).contains("notifications/subscriptions/acknowledged");
            fixture.testServer.server.addTool("new").handler((input, call) -> "new");
            assertThat(events.nextMessage())
                    .contains("notifications/tools/list_changed", "io.modelcontextprotocol/subscriptionId\":9");
            fixture.testServer.server.close();
            assertThat(events.readRemaining()).singleElement().asString().contains("\"id\":9", "\"result\"");
        }
    }

    @EachContainer
    @Tag("exhaustive")
    void a_quiet_stream_survives_the_timeout_of_the_container(Container kind) throws Exception {
        try (ServletFixture fixture = new ServletFixture(kind);
                EventStream events = fixture.openEvents(fixture.modernCall(1, "wait", "{}"))) {
            assertThat(events.nextMessage()).contains("waiting");
            Thread.sleep(Container.CONNECTION_TIMEOUT.toMillis() * 3 / 2);
            fixture.testServer.waitPermits.release();
            assertThat(events.nextMessage()).contains("went on");
        }
    }

    @EachContainer
    @Covers("2026-07-28/http/sse-keepalive")
    @Tag("exhaustive")
    void a_quiet_stream_is_kept_alive_by_comments(Container kind) throws Exception {
        HttpOptions options = HttpOptions.DEFAULT.withKeepAlive(Duration.ofMillis(50));
        try (ServletFixture fixture = new ServletFixture(kind, new TestServer(), options)) {
            EventStream events = fixture.openEvents(fixture.streamRequest(fixture.openSession()));
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(events.response().body(), StandardCharsets.UTF_8));
            assertThat(lines.readLine()).startsWith(":");
            assertThat(lines.readLine()).isEmpty();
            assertThat(lines.readLine()).startsWith(":");
        }
    }
}
