package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.ledger.threads.NeverBlocked;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 20, item 6: the time that a tool is given is its own. */
@Timeout(30)
@NeverBlocked
class ToolTimeTest {
    private static McpServer server() {
        return TestServers.echoing()
                .limits(Limits.DEFAULT
                        .change()
                        .requestTime(Duration.ofMinutes(2))
                        .build())
                .tool("brief")
                .time(Duration.ofMillis(700))
                .handler((in, call) -> {
                    TimeUnit.MINUTES.sleep(5);
                    return "never";
                })
                .tool("asks")
                .time(Duration.ofSeconds(1))
                .handler((in, call) -> {
                    var answer = call.ask("name", Ask.form("Who?", TestServers.NAME_FORM));
                    TimeUnit.MINUTES.sleep(5);
                    return answer.toString();
                })
                .build();
    }

    @Test
    void the_text_names_the_time_of_the_tool() throws Exception {
        try (McpServer server = server();
                Wiretap tap = new Wiretap(server)) {
            assertThat(tap.call("brief", "{}").text()).contains("did not finish within 700 ms");
        }
    }

    @Test
    void after_a_question_to_the_client_the_time_of_the_tool_holds_again() throws Exception {
        try (McpServer server = server();
                Wiretap tap = new Wiretap(server)) {
            tap.initialize("2025-11-25", "{\"elicitation\":{}}");
            Json question = tap.ask(Wiretap.request(1, "tools/call", "{\"name\":\"asks\",\"arguments\":{}}"));
            Json answer = tap.ask("{\"jsonrpc\":\"2.0\",\"id\":" + question.get("id")
                    + ",\"result\":{\"action\":\"accept\",\"content\":{\"name\":\"Bo\"}}}");

            assertThat(answer.toString()).contains("did not finish within 1 s");
        }
    }
}
