package dev.tenon.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("its calls take all the processors there are")
class ConcurrencyTest {
    private static final int IN_FLIGHT = 64;
    private static final int CALLS_EACH = 80;

    @EachContainer
    @Tag("exhaustive")
    void every_response_arrives_once_and_at_the_right_caller(Container kind) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(IN_FLIGHT);
        try (ServletFixture fixture = new ServletFixture(kind)) {
            String session = fixture.openSession();
            Set<String> responseIds = ConcurrentHashMap.newKeySet();
            List<Future<?>> futures = new ArrayList<>();
            for (int caller = 0; caller < IN_FLIGHT; caller++) {
                int first = caller * CALLS_EACH;
                futures.add(callers.submit(() -> {
                    for (int id = first + 1; id <= first + CALLS_EACH; id++) {
                        call(fixture, session, id, responseIds);
                    }
                }));
            }
            for (Future<?> future : futures) {
                future.get();
            }
            assertThat(responseIds).hasSize(IN_FLIGHT * CALLS_EACH);
            Conditions.await(() -> fixture.openExchangeCount() == 0);
            assertThat(fixture.testServer.server.status().requests()).isZero();
        } finally {
            callers.shutdownNow();
        }
    }

    private static void call(ServletFixture fixture, String session, int id, Set<String> responseIds) {
        String tool = id % 3 == 0 ? "quick" : "echo";
        String arguments = "{\"text\":\"mine is " + id + " " + "z".repeat(id % 7 == 0 ? 20_000 : 10) + "\"}";
        HttpResponse<String> response = fixture.send(
                id % 2 == 0
                        ? fixture.modernCall(id, tool, arguments)
                        : fixture.legacyCall(session, id, tool, arguments));
        Json message = Json.parse(response.body());
        assertThat(message.get("id").number().intValueExact()).isEqualTo(id);
        assertThat(response.body()).contains("mine is " + id + " z");
        assertThat(responseIds.add(message.get("id").toString())).isTrue();
    }

    @EachContainer
    void streams_are_independent(Container kind) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(IN_FLIGHT);
        try (ServletFixture fixture = new ServletFixture(kind)) {
            List<Future<?>> futures = new ArrayList<>();
            for (int caller = 0; caller < IN_FLIGHT; caller++) {
                int id = caller;
                futures.add(callers.submit(() -> {
                    try (EventStream events = fixture.openEvents(fixture.modernCall(id, "steps", "{}"))) {
                        List<String> messages = events.readRemaining();
                        assertThat(messages).hasSize(4);
                        assertThat(messages.get(3)).contains("\"id\":" + id + ",");
                    }
                }));
            }
            for (Future<?> future : futures) {
                future.get();
            }
            Conditions.await(() -> fixture.openExchangeCount() == 0);
        } finally {
            callers.shutdownNow();
        }
    }
}
