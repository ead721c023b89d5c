package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that asks in the middle of a call, for clients that come back with the answer. */
class ParkedCallsTest {
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}";

    private static String call(int id, String tool, String more) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool + "\","
                + more + META + "}}";
    }

    private static String resumed(Json asked, String name) {
        return "\"requestState\":" + asked.get("result").get("requestState") + ",\"inputResponses\":{"
                + asked.get("result").get("inputRequests").members().keySet().stream()
                        .map(key -> "\"" + key + "\":{\"action\":\"accept\",\"content\":{\"name\":\"" + name
                                + "\",\"age\":7}}")
                        .findFirst()
                        .orElseThrow()
                + "},";
    }

    private static Guarded guarded(Way back, GuardLimits limits) {
        return new Guarded(back, back, builder -> builder.limits(limits), Revision.V2025_11_25);
    }

    private static int code(Json answer) {
        return answer.get("error").get("code").number().intValue();
    }

    private static String text(Json answer) {
        return answer.get("result").get("content").elements().get(0).get("text").string();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void they_go_on_with_the_answer_once(Way back) throws Exception {
        try (Guarded guarded = guarded(back, GuardLimits.DEFAULT);
                Line front = Line.to(guarded.guard().server())) {
            front.say(call(1, "ask", ""));
            Json asked = front.heard();
            assertThat(asked.get("result").get("resultType").string()).isEqualTo("input_required");
            front.say(call(2, "ask", resumed(asked, "Bo")));
            assertThat(text(front.heard())).isEqualTo("Bo is 7");
            front.say(call(3, "ask", resumed(asked, "Bo")));
            assertThat(code(front.heard())).isEqualTo(-32602);
        }
    }

    @Test
    void their_state_is_good_for_the_same_request_only_and_cannot_be_made_up() throws Exception {
        try (Guarded guarded = guarded(Way.WEB_SOCKET, GuardLimits.DEFAULT);
                Line front = Line.to(guarded.guard().server())) {
            front.say(call(1, "ask", ""));
            Json asked = front.heard();
            front.say(call(2, "plan", resumed(asked, "Bo")));
            assertThat(code(front.heard())).isEqualTo(-32602);
            front.say(call(3, "ask", "\"requestState\":\"made up\","));
            assertThat(code(front.heard())).isEqualTo(-32602);
            front.say(call(4, "ask", resumed(asked, "Bo")));
            assertThat(text(front.heard())).isEqualTo("Bo is 7");
        }
    }

    @Test
    void an_answer_that_does_not_fit_can_be_given_again() throws Exception {
        try (Guarded guarded = guarded(Way.HTTP, GuardLimits.DEFAULT);
                Line front = Line.to(guarded.guard().server())) {
            front.say(call(1, "ask", ""));
            Json asked = front.heard();
            front.say(call(2, "ask", resumed(asked, "Bo").replace("accept", "perhaps")));
            assertThat(code(front.heard())).isEqualTo(-32602);
            front.say(call(3, "ask", "\"requestState\":" + asked.get("result").get("requestState") + ","));
            Json again = front.heard();
            front.say(call(4, "ask", resumed(again, "Bo")));
            assertThat(text(front.heard())).isEqualTo("Bo is 7");
        }
    }

    @Test
    void each_has_its_own_question_where_questions_do_not_say_whose_they_are() throws Exception {
        try (Guarded guarded = guarded(Way.WEB_SOCKET, GuardLimits.DEFAULT);
                Line front = Line.to(guarded.guard().server())) {
            List<Json> asked = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                front.say(call(i, "ask", ""));
                asked.add(front.heard());
            }
            assertThat(guarded.guard().connectionCount()).isGreaterThanOrEqualTo(5);
            for (int i = 4; i >= 0; i--) {
                front.say(call(10 + i, "ask", resumed(asked.get(i), "Bo" + i)));
                assertThat(text(front.heard())).isEqualTo("Bo" + i + " is 7");
            }
        }
    }

    @Test
    void their_number_is_bounded() throws Exception {
        GuardLimits limits = GuardLimits.DEFAULT.withSuspendedCalls(2, Duration.ofMinutes(1));
        try (Guarded guarded = guarded(Way.HTTP, limits);
                Line front = Line.to(guarded.guard().server())) {
            for (int i = 0; i < 2; i++) {
                front.say(call(i, "ask", ""));
                assertThat(front.heard().get("result").get("resultType").string())
                        .isEqualTo("input_required");
            }
            front.say(call(3, "ask", ""));
            assertThat(front.heard().toString()).contains("429", "(limit: parkedCalls)");
        }
    }

    @Test
    void their_time_is_bounded_and_then_they_are_cancelled_behind() throws Exception {
        GuardLimits limits = GuardLimits.DEFAULT.withSuspendedCalls(10, Duration.ofMillis(300));
        try (Guarded guarded = guarded(Way.HTTP, limits);
                Line front = Line.to(guarded.guard().server())) {
            front.say(call(1, "ask", ""));
            Json asked = front.heard();
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (guarded.behind().server.status().requests() > 0 && System.nanoTime() < until) {
                Thread.sleep(50);
            }
            assertThat(guarded.behind().server.status().requests()).isZero();
            front.say(call(2, "ask", resumed(asked, "Bo")));
            assertThat(code(front.heard())).isEqualTo(-32602);
        }
    }
}
