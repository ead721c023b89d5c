package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.SamplingMessage;
import dev.tenon.model.Tool;
import dev.tenon.server.call.ClientInputRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the declared capabilities of a client determine which requests it gets. */
class DeclaredCapabilitiesTest {
    /** Issue 20, item 37. */
    @Test
    void a_client_of_2024_that_declares_elicitation_gets_the_request() throws Exception {
        try (McpServer server = TestServers.echoBuilder()
                        .tool("asks")
                        .handler((in, call) -> call.requestInput(
                                        "n", ClientInputRequest.form("Who?", TestServers.NAME_FORM))
                                .action()
                                .wireName())
                        .build();
                RecordingClient old = new RecordingClient(server)) {
            old.initialize("2024-11-05", "{\"elicitation\":{}}");
            Json inputRequest = old.sendAndReceive(RecordingClient.request(1, "tools/call", "{\"name\":\"asks\"}"));
            assertThat(inputRequest.get("method")).isEqualTo(Json.of("elicitation/create"));
            Json response = old.sendAndReceive(
                    "{\"jsonrpc\":\"2.0\",\"id\":" + inputRequest.get("id") + ",\"result\":{\"action\":\"decline\"}}");
            assertThat(response.get("result").get("content").toString()).contains("decline");
        }
    }

    /** Issue 20, item 37: the error names the missing part. */
    @Test
    void a_client_that_declares_sampling_without_tools_gets_an_error_that_names_tools() throws Exception {
        CreateMessage sampling =
                CreateMessage.of(10, SamplingMessage.user("Hi")).withTools(List.of(Tool.of("t")), null);
        try (McpServer server = TestServers.echoBuilder()
                        .tool("samples")
                        .handler((in, call) -> call.requestInput("s", ClientInputRequest.sampling(sampling))
                                .action()
                                .wireName())
                        .build();
                RecordingClient channel = new RecordingClient(server)) {
            channel.withCapabilities("{\"sampling\":{}}");
            assertThat(channel.call("samples", "{}")
                            .response()
                            .get("error")
                            .get("message")
                            .string())
                    .endsWith("not declared: sampling.tools");
        }
    }
}
