package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.json.Json;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.MemoryChannels;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A server of 2025-11-25 that requires the user to visit a URL before a call. */
class UrlElicitationTest {
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{\"url\":{}}}}";

    private final AtomicInteger calls = new AtomicInteger();

    private Json respond(Json message) {
        String id = "{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id");
        Json method = message.get("method");
        return Json.parse(
                switch (method == null ? "" : String.valueOf(method.string())) {
                    case "server/discover" -> id + ",\"error\":{\"code\":-32601,\"message\":\"no\"}}";
                    case "initialize" ->
                        id + ",\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                                + "\"serverInfo\":{\"name\":\"odd\",\"version\":\"1\"}}}";
                    case "tools/call" ->
                        calls.incrementAndGet() == 1
                                ? id + ",\"error\":{\"code\":-32042,\"message\":\"visit\",\"data\":{\"elicitations\":"
                                        + "[{\"mode\":\"url\",\"elicitationId\":\"e1\",\"message\":\"Log in\","
                                        + "\"url\":\"https://example.com/login\"}]}}}"
                                : id + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}}";
                    default -> "null";
                });
    }

    private static String call(String members) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"odd\"," + members + META
                + "}}";
    }

    private Json callTwice(String action) throws Exception {
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
        try (RawConnection upstream = RawConnection.serve(pair.left(), this::respond);
                Guard guard = Guard.builder(ServerTarget.channel(pair.right())).build();
                RawConnection downstream = RawConnection.connectTo(guard.server())) {
            assertThat(upstream).isNotNull();
            downstream.send(call(""));
            Json asked = downstream.receive().get("result");
            assertThat(asked.get("resultType").string()).isEqualTo("input_required");
            Json page = asked.get("inputRequests").members().get("page-1");
            assertThat(page.get("params").get("url").string()).isEqualTo("https://example.com/login");
            downstream.send(call("\"requestState\":" + asked.get("requestState")
                    + ",\"inputResponses\":{\"page-1\":{\"action\":\"" + action + "\"}},"));
            return downstream.receive();
        }
    }

    @Test
    void the_call_is_repeated_after_the_visit() throws Exception {
        Json response = callTwice("accept");
        assertThat(response.get("result")
                        .get("content")
                        .elements()
                        .get(0)
                        .get("text")
                        .string())
                .isEqualTo("done");
        assertThat(calls).hasValue(2);
    }

    @Test
    void the_call_is_not_repeated_if_the_user_declines() throws Exception {
        assertThat(callTwice("decline").get("error").get("message").string())
                .isEqualTo("The user declined to visit the URL");
        assertThat(calls).hasValue(1);
    }
}
