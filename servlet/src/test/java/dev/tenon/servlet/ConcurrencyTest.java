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
        try (Site site = new Site(kind)) {
            String session = site.session();
            Set<String> answers = ConcurrentHashMap.newKeySet();
            List<Future<?>> done = new ArrayList<>();
            for (int caller = 0; caller < IN_FLIGHT; caller++) {
                int first = caller * CALLS_EACH;
                done.add(callers.submit(() -> {
                    for (int id = first + 1; id <= first + CALLS_EACH; id++) {
                        call(site, session, id, answers);
                    }
                }));
            }
            for (Future<?> one : done) {
                one.get();
            }
            assertThat(answers).hasSize(IN_FLIGHT * CALLS_EACH);
            Eventually.isTrue(() -> site.open() == 0);
            assertThat(site.fixture.server.status().requests()).isZero();
        } finally {
            callers.shutdownNow();
        }
    }

    private static void call(Site site, String session, int id, Set<String> answers) {
        String tool = id % 3 == 0 ? "quick" : "echo";
        String arguments = "{\"text\":\"mine is " + id + " " + "z".repeat(id % 7 == 0 ? 20_000 : 10) + "\"}";
        HttpResponse<String> response = site.send(
                id % 2 == 0 ? site.modernCall(id, tool, arguments) : site.legacyCall(session, id, tool, arguments));
        Json reply = Json.parse(response.body());
        assertThat(reply.get("id").number().intValueExact()).isEqualTo(id);
        assertThat(response.body()).contains("mine is " + id + " z");
        assertThat(answers.add(reply.get("id").toString())).isTrue();
    }

    @EachContainer
    void streams_are_independent(Container kind) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(IN_FLIGHT);
        try (Site site = new Site(kind)) {
            List<Future<?>> done = new ArrayList<>();
            for (int caller = 0; caller < IN_FLIGHT; caller++) {
                int id = caller;
                done.add(callers.submit(() -> {
                    try (Events events = site.events(site.modernCall(id, "steps", "{}"))) {
                        List<String> messages = events.messages();
                        assertThat(messages).hasSize(4);
                        assertThat(messages.get(3)).contains("\"id\":" + id + ",");
                    }
                }));
            }
            for (Future<?> one : done) {
                one.get();
            }
            Eventually.isTrue(() -> site.open() == 0);
        } finally {
            callers.shutdownNow();
        }
    }
}
