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

/** Issue 20, item 6: tests the timeout of a tool. */
@Timeout(30)
@BlockedThreadCheck
class ToolTimeoutTest {
    private static McpServer server() {
        return TestServers.echoBuilder()
                .limits(Limits.DEFAULT.toBuilder()
                        .requestTimeout(Duration.ofMinutes(2))
                        .build())
                .tool("brief")
                .timeout(Duration.ofMillis(700))
                .handler(ToolTimeoutTest::sleep)
                .tool("extends")
                .timeout(Duration.ofMillis(700))
                .handler((in, call) -> {
                    call.extendTimeout(Duration.ofMinutes(1));
                    call.reportProgress(1, null, "still working");
                    TimeUnit.MILLISECONDS.sleep(1500);
                    return "in time";
                })
                .tool("asks")
                .timeout(Duration.ofSeconds(1))
                .handler((in, call) -> {
                    var response = call.requestInput("name", ClientInputRequest.form("Who?", TestServers.NAME_FORM));
                    TimeUnit.MINUTES.sleep(5);
                    return response.toString();
                })
                .tool("asks-twice")
                .timeout(Duration.ofSeconds(2))
                .handler((in, call) -> {
                    CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> requestName(call, "first"));
                    return requestName(call, "second") + " and " + first.get();
                })
                .build();
    }

    private static String requestName(CallContext call, String key) {
        return call.requestInput(key, ClientInputRequest.form("Who?", TestServers.NAME_FORM))
                .orElseThrow()
                .toString();
    }

    private static String acceptResponse(Json inputRequest, String name) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + inputRequest.get("id")
                + ",\"result\":{\"action\":\"accept\",\"content\":{\"name\":\"" + name + "\"}}}";
    }

    @Test
    void the_result_names_the_timeout_of_the_tool() throws Exception {
        try (McpServer server = server();
                RecordingClient client = new RecordingClient(server)) {
            assertThat(client.call("brief", "{}").text())
                    .contains("did not finish within 700 ms (limit: timeout of the tool)");
        }
    }

    @Test
    void the_result_names_the_timeout_of_the_tool_even_if_the_server_limit_is_equal() throws Exception {
        Duration time = Duration.ofMillis(700);
        try (McpServer server = TestServers.echoBuilder()
                        .limits(Limits.DEFAULT.toBuilder().requestTimeout(time).build())
                        .tool("brief")
                        .timeout(time)
                        .handler(ToolTimeoutTest::sleep)
                        .build();
                RecordingClient client = new RecordingClient(server)) {
            assertThat(client.call("brief", "{}").text()).contains("within 700 ms (limit: timeout of the tool)");
        }
    }

    private static String sleep(Object input, CallContext call) throws InterruptedException {
        TimeUnit.MINUTES.sleep(5);
        return "never";
    }

    @Test
    void progress_does_not_shorten_an_extended_timeout() throws Exception {
        try (McpServer server = server();
                RecordingClient client = new RecordingClient(server)) {
            assertThat(client.call("extends", "{}").text()).isEqualTo("in time");
        }
    }

    @Test
    void after_an_input_request_the_timeout_of_the_tool_applies_again() throws Exception {
        try (McpServer server = server();
                RecordingClient client = new RecordingClient(server)) {
            client.initialize("2025-11-25", "{\"elicitation\":{}}");
            Json inputRequest = client.sendAndReceive(
                    RecordingClient.request(1, "tools/call", "{\"name\":\"asks\",\"arguments\":{}}"));
            Json response = client.sendAndReceive(acceptResponse(inputRequest, "Bo"));

            assertThat(response.toString()).contains("did not finish within 1 s");
        }
    }

    @Test
    void the_response_to_one_input_request_does_not_shorten_the_timeout_of_another() throws Exception {
        try (McpServer server = server();
                RecordingClient client = new RecordingClient(server)) {
            client.initialize("2025-11-25", "{\"elicitation\":{}}");
            Json firstRequest = client.sendAndReceive(
                    RecordingClient.request(1, "tools/call", "{\"name\":\"asks-twice\",\"arguments\":{}}"));
            Json secondRequest = client.next();
            client.send(acceptResponse(firstRequest, "Al"));

            assertThat(client.isQuietFor(Duration.ofSeconds(4)))
                    .as("longer than the timeout of the tool")
                    .isTrue();
            assertThat(client.sendAndReceive(acceptResponse(secondRequest, "Bo"))
                            .toString())
                    .contains("Al", "Bo", " and ");
        }
    }
}
