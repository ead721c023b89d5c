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
    private static final Duration LONG = Duration.ofMinutes(5);

    /** A server with these limits, and a session. */
    private static final class Stage implements AutoCloseable {
        private final TenonHttpServer http;
        private final Client client;

        Stage(Limits.QueueLimits kept) throws Exception {
            McpServer server = McpServer.builder("steps", "1")
                    .limits(Limits.DEFAULT.toBuilder().replayEvents(kept).build())
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
            client = new Client(http.uri());
            client.initialize("2025-11-25");
        }

        /** Makes a call and returns the id with which its stream started, before any message. */
        String call(int id) throws Exception {
            String body = Client.legacy(id, "tools/call", Client.call("steps", ""));
            try (Client.Events events = client.stream(client.post(body))) {
                SseEvent first = events.next();
                assertThat(events.rest()).hasSize(EVENTS_PER_CALL);
                return first.id();
            }
        }

        List<String> calls(int count) throws Exception {
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
        List<Json> again(String from) throws Exception {
            HttpRequest get = client.request()
                    .setHeader("Accept", "text/event-stream")
                    .header("Last-Event-ID", from)
                    .GET()
                    .build();
            try (Client.Events events = client.stream(get)) {
                return events.response().statusCode() == 200 ? events.rest() : List.of();
            }
        }

        List<Integer> kept(List<String> streams) throws Exception {
            List<Integer> kept = new ArrayList<>();
            for (String stream : streams) {
                kept.add(again(stream).size());
            }
            return kept;
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
        try (Stage stage = new Stage(new Limits.QueueLimits(40, 1 << 20, LONG))) {
            List<Integer> kept = stage.kept(stage.calls(20));

            assertThat(kept).isSorted().endsWith(0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3);
        }
    }

    @Test
    void events_are_stored_up_to_the_limit() throws Exception {
        try (Stage stage = new Stage(new Limits.QueueLimits(256, 1 << 20, LONG))) {
            List<Integer> kept = stage.kept(stage.calls(100));

            assertThat(kept.subList(0, 15)).containsOnly(0);
            assertThat(kept.subList(15, 100)).containsOnly(EVENTS_PER_CALL);
        }
    }

    @Test
    @Tag("exhaustive")
    void the_size_of_stored_events_is_limited() throws Exception {
        try (Stage stage = new Stage(new Limits.QueueLimits(1000, 20_000, LONG))) {
            List<String> streams = stage.calls(40);
            int bytes = 0;
            for (String stream : streams) {
                bytes += stage.again(stream).stream()
                        .mapToInt(message -> message.toString().length())
                        .sum();
            }

            assertThat(bytes).isBetween(15_000, 20_000);
            assertThat(stage.again(streams.get(39))).hasSize(EVENTS_PER_CALL);
        }
    }

    @Test
    void events_that_are_too_old_are_removed() throws Exception {
        try (Stage stage = new Stage(new Limits.QueueLimits(1000, 1 << 20, Duration.ofSeconds(1)))) {
            // If the machine pauses for a second in between, the stored event is too old.
            String stream = stage.call(1);
            for (int id = 2; stage.again(stream).size() < EVENTS_PER_CALL; id++) {
                assertThat(id).as("calls of which nothing was kept").isLessThan(20);
                stream = stage.call(id);
            }

            long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (!stage.again(stream).isEmpty() && System.nanoTime() < until) {
                Thread.sleep(100);
            }
            assertThat(stage.again(stream)).isEmpty();
        }
    }

    @Test
    @Tag("exhaustive")
    void the_limit_also_applies_to_concurrent_calls() throws Exception {
        try (Stage stage = new Stage(new Limits.QueueLimits(200, 1 << 20, LONG))) {
            var threads = Executors.newFixedThreadPool(8);
            List<Future<String>> calls = new ArrayList<>();
            for (int i = 1; i <= 400; i++) {
                int id = i;
                calls.add(threads.submit(() -> stage.call(id)));
            }
            List<String> streams = new ArrayList<>();
            for (Future<String> call : calls) {
                streams.add(call.get());
            }
            threads.shutdown();

            // Of that many concurrent streams, some events may be gone.
            assertThat(sum(stage.kept(streams))).isBetween(200 - 8 * EVENTS_PER_CALL, 200);
        }
    }
}
