package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.SamplingMessage;
import dev.tenon.model.Tool;
import dev.tenon.server.call.ClientInputRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a client declared decides what it is asked. */
class DeclaredCapabilitiesTest {
    /** Issue 20, item 37. */
    @Test
    void a_client_of_2024_that_declares_elicitation_is_asked() throws Exception {
        try (McpServer server = TestServers.echoing()
                        .tool("asks")
                        .handler((in, call) -> call.requestInput(
                                        "n", ClientInputRequest.form("Who?", TestServers.NAME_FORM))
                                .action()
                                .wireName())
                        .build();
                Wiretap old = new Wiretap(server)) {
            old.initialize("2024-11-05", "{\"elicitation\":{}}");
            Json question = old.ask(Wiretap.request(1, "tools/call", "{\"name\":\"asks\"}"));
            assertThat(question.get("method")).isEqualTo(Json.of("elicitation/create"));
            Json answer = old.ask(
                    "{\"jsonrpc\":\"2.0\",\"id\":" + question.get("id") + ",\"result\":{\"action\":\"decline\"}}");
            assertThat(answer.get("result").get("content").toString()).contains("decline");
        }
    }

    /** Issue 20, item 37: the part that is missing is named. */
    @Test
    void a_client_that_declares_sampling_without_tools_is_told_that_tools_are_missing() throws Exception {
        CreateMessage sampling =
                CreateMessage.of(10, SamplingMessage.user("Hi")).withTools(List.of(Tool.of("t")), null);
        try (McpServer server = TestServers.echoing()
                        .tool("samples")
                        .handler((in, call) -> call.requestInput("s", ClientInputRequest.sampling(sampling))
                                .action()
                                .wireName())
                        .build();
                Wiretap wire = new Wiretap(server)) {
            wire.declaring("{\"sampling\":{}}");
            assertThat(wire.call("samples", "{}")
                            .answer()
                            .get("error")
                            .get("message")
                            .string())
                    .endsWith("not declared: sampling.tools");
        }
    }
}
