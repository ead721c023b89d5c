package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import dev.tenon.server.call.CallContext;
import dev.tenon.server.call.ClientInputRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 20, item 6: the time that a tool is given is its own. */
@Timeout(30)
@BlockedThreadCheck
class ToolTimeTest {
    private static McpServer server() {
        return TestServers.echoing()
                .limits(Limits.DEFAULT.toBuilder()
                        .requestTimeout(Duration.ofMinutes(2))
                        .build())
                .tool("brief")
                .timeout(Duration.ofMillis(700))
                .handler(ToolTimeTest::sleep)
                .tool("asks")
                .timeout(Duration.ofSeconds(1))
                .handler((in, call) -> {
                    var answer = call.requestInput("name", ClientInputRequest.form("Who?", TestServers.NAME_FORM));
                    TimeUnit.MINUTES.sleep(5);
                    return answer.toString();
                })
                .tool("asks-twice")
                .timeout(Duration.ofSeconds(2))
                .handler((in, call) -> {
                    CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> name(call, "first"));
                    return name(call, "second") + " and " + first.get();
                })
                .build();
    }

    private static String name(CallContext call, String key) {
        return call.requestInput(key, ClientInputRequest.form("Who?", TestServers.NAME_FORM))
                .orElseThrow()
                .toString();
    }

    private static String answer(Json question, String name) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + question.get("id")
                + ",\"result\":{\"action\":\"accept\",\"content\":{\"name\":\"" + name + "\"}}}";
    }

    @Test
    void the_text_names_the_time_of_the_tool() throws Exception {
        try (McpServer server = server();
                Wiretap tap = new Wiretap(server)) {
            assertThat(tap.call("brief", "{}").text())
                    .contains("did not finish within 700 ms (limit: the tool's own time)");
        }
    }

    @Test
    void the_text_names_the_time_of_the_tool_also_where_the_limit_of_the_server_is_the_same() throws Exception {
        Duration time = Duration.ofMillis(700);
        try (McpServer server = TestServers.echoing()
                        .limits(Limits.DEFAULT.toBuilder().requestTimeout(time).build())
                        .tool("brief")
                        .timeout(time)
                        .handler(ToolTimeTest::sleep)
                        .build();
                Wiretap tap = new Wiretap(server)) {
            assertThat(tap.call("brief", "{}").text()).contains("within 700 ms (limit: the tool's own time)");
        }
    }

    private static String sleep(Object input, CallContext call) throws InterruptedException {
        TimeUnit.MINUTES.sleep(5);
        return "never";
    }

    @Test
    void after_a_question_to_the_client_the_time_of_the_tool_holds_again() throws Exception {
        try (McpServer server = server();
                Wiretap tap = new Wiretap(server)) {
            tap.initialize("2025-11-25", "{\"elicitation\":{}}");
            Json question = tap.ask(Wiretap.request(1, "tools/call", "{\"name\":\"asks\",\"arguments\":{}}"));
            Json answer = tap.ask(answer(question, "Bo"));

            assertThat(answer.toString()).contains("did not finish within 1 s");
        }
    }

    @Test
    void the_person_who_answers_the_second_of_two_questions_keeps_the_time_when_the_first_is_answered()
            throws Exception {
        try (McpServer server = server();
                Wiretap tap = new Wiretap(server)) {
            tap.initialize("2025-11-25", "{\"elicitation\":{}}");
            Json one = tap.ask(Wiretap.request(1, "tools/call", "{\"name\":\"asks-twice\",\"arguments\":{}}"));
            Json other = tap.next();
            tap.send(answer(one, "Al"));

            assertThat(tap.isQuietFor(Duration.ofSeconds(4)))
                    .as("longer than the tool's own time")
                    .isTrue();
            assertThat(tap.ask(answer(other, "Bo")).toString()).contains("Al", "Bo", " and ");
        }
    }
}
