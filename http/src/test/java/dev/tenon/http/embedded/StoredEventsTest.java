package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.http.SseEvent;
import dev.tenon.json.Json;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The events that a session stores for resumption are limited in number, size and time. */
@BlockedThreadCheck
class StoredEventsTest {
    private static final int EVENTS_PER_CALL = 3;
    private static final Duration LONG_TIME = Duration.ofMinutes(5);

    /** A server with given limits for stored events, and a client with a session. */
    private static final class SessionFixture implements AutoCloseable {
        private final TenonHttpServer http;
        private final TestClient client;

        SessionFixture(Limits.QueueLimits replayLimits) throws Exception {
            McpServer server = McpServer.builder("steps", "1")
                    .limits(Limits.DEFAULT.toBuilder()
                            .replayEvents(replayLimits)
                            .build())
                    .tool("steps")
                    .handler((input, call) -> {
                        call.reportProgress(1, 2);
                        call.reportProgress(2, 2);
                        return "x".repeat(1000);
                    })
                    .build();
            http = TenonHttpServer.builder(server)
                    .port(0)
                    .closeServersOnShutdown()
                    .start();
            client = new TestClient(http.uri());
            client.initialize("2025-11-25");
        }

        /** Makes a call and returns the id with which its stream started, before any message. */
        String call(int id) throws Exception {
            String body = TestClient.legacyRequest(id, "tools/call", TestClient.callParams("steps", ""));
            try (TestClient.EventStream events = client.openEvents(client.buildPost(body))) {
                SseEvent first = events.nextEvent();
                assertThat(events.readRemaining()).hasSize(EVENTS_PER_CALL);
                return first.id();
            }
        }

        List<String> makeCalls(int count) throws Exception {
            List<String> streams = new ArrayList<>();
            for (int i = 1; i <= count; i++) {
                streams.add(call(i));
            }
            return streams;
        }

        /**
         * Returns all later events of a stream; empty if the server rejects the resumption because some of them are
         * gone.
         */
        List<Json> resume(String lastEventId) throws Exception {
            HttpRequest get = client.requestBuilder()
                    .setHeader("Accept", "text/event-stream")
                    .header("Last-Event-ID", lastEventId)
                    .GET()
                    .build();
            try (TestClient.EventStream events = client.openEvents(get)) {
                return events.response().statusCode() == 200 ? events.readRemaining() : List.of();
            }
        }

        List<Integer> countResumedEvents(List<String> streams) throws Exception {
            List<Integer> eventCounts = new ArrayList<>();
            for (String stream : streams) {
                eventCounts.add(resume(stream).size());
            }
            return eventCounts;
        }

        @Override
        public void close() {
            http.close();
        }
    }

    private static int sum(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).sum();
    }

    /** A stream with a missing event is not resumed with a gap (issue 20, item 15). */
    @Test
    void the_number_of_stored_events_is_limited_and_the_oldest_are_removed_first() throws Exception {
        try (SessionFixture fixture = new SessionFixture(new Limits.QueueLimits(40, 1 << 20, LONG_TIME))) {
            List<Integer> eventCounts = fixture.countResumedEvents(fixture.makeCalls(20));

            assertThat(eventCounts).isSorted().endsWith(0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3);
        }
    }

    @Test
    void events_are_stored_up_to_the_limit() throws Exception {
        try (SessionFixture fixture = new SessionFixture(new Limits.QueueLimits(256, 1 << 20, LONG_TIME))) {
            List<Integer> eventCounts = fixture.countResumedEvents(fixture.makeCalls(100));

            assertThat(eventCounts.subList(0, 15)).containsOnly(0);
            assertThat(eventCounts.subList(15, 100)).containsOnly(EVENTS_PER_CALL);
        }
    }

    @Test
    @Tag("exhaustive")
    void the_size_of_stored_events_is_limited() throws Exception {
        try (SessionFixture fixture = new SessionFixture(new Limits.QueueLimits(1000, 20_000, LONG_TIME))) {
            List<String> streams = fixture.makeCalls(40);
            int bytes = 0;
            for (String stream : streams) {
                bytes += fixture.resume(stream).stream()
                        .mapToInt(message -> message.toString().length())
                        .sum();
            }

            assertThat(bytes).isBetween(15_000, 20_000);
            assertThat(fixture.resume(streams.get(39))).hasSize(EVENTS_PER_CALL);
        }
    }

    @Test
    void events_that_are_too_old_are_removed() throws Exception {
        try (SessionFixture fixture =
                new SessionFixture(new Limits.QueueLimits(1000, 1 << 20, Duration.ofSeconds(1)))) {
            // If the machine pauses for a second in between, the stored event is too old.
            String stream = fixture.call(1);
            for (int id = 2; fixture.resume(stream).size() < EVENTS_PER_CALL; id++) {
                assertThat(id).as("calls whose events were not stored").isLessThan(20);
                stream = fixture.call(id);
            }

            long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (!fixture.resume(stream).isEmpty() && System.nanoTime() < until) {
                Thread.sleep(100);
            }
            assertThat(fixture.resume(stream)).isEmpty();
        }
    }

    @Test
    @Tag("exhaustive")
    void the_limit_also_applies_to_concurrent_calls() throws Exception {
        try (SessionFixture fixture = new SessionFixture(new Limits.QueueLimits(200, 1 << 20, LONG_TIME))) {
            var threads = Executors.newFixedThreadPool(8);
            List<Future<String>> calls = new ArrayList<>();
            for (int i = 1; i <= 400; i++) {
                int id = i;
                calls.add(threads.submit(() -> fixture.call(id)));
            }
            List<String> streams = new ArrayList<>();
            for (Future<String> call : calls) {
                streams.add(call.get());
            }
            threads.shutdown();

            // Of that many concurrent streams, some events may be gone.
            assertThat(sum(fixture.countResumedEvents(streams))).isBetween(200 - 8 * EVENTS_PER_CALL, 200);
        }
    }
}
