package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.json.Json;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.MemoryChannels;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Unknown members are forwarded between sides of one revision. */
class UnknownMembersTest {
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}},"
            + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"front\",\"version\":\"1\"},\"com.example/x\":{\"y\":1.50}}";

    private final BlockingQueue<Json> calls = new LinkedBlockingQueue<>();

    private static Json toResponse(Json request, String result) {
        return Json.parse("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
    }

    private Json serve(Json message, String result) {
        Json method = message.get("method");
        return switch (method == null ? "" : String.valueOf(method.string())) {
            case "initialize" ->
                toResponse(
                        message,
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                                + "\"serverInfo\":{\"name\":\"odd\",\"version\":\"1\"}}");
            case "server/discover" ->
                toResponse(
                        message,
                        "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"ttlMs\":0,"
                                + "\"cacheScope\":\"private\",\"capabilities\":{\"tools\":{}}}");
            case "tools/call" -> {
                calls.add(message.get("params"));
                yield toResponse(message, result);
            }
            default -> Json.NULL;
        };
    }

    private Json call(List<String> handshake, String params, String result) throws Exception {
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
        try (RawConnection upstream = RawConnection.serve(pair.left(), message -> serve(message, result));
                Guard guard = Guard.builder(ServerTarget.channel(pair.right())).build();
                RawConnection downstream = RawConnection.connectTo(guard.server())) {
            for (String message : handshake) {
                downstream.send(message);
            }
            if (!handshake.isEmpty()) {
                assertThat(downstream.receive().get("result")).isNotNull();
            }
            downstream.send(
                    "{\"jsonrpc\":\"2.0\",\"id\":\"call\",\"method\":\"tools/call\",\"params\":" + params + "}");
            assertThat(upstream).isNotNull();
            return downstream.receive();
        }
    }

    @Test
    void unknown_members_are_forwarded_in_a_session() throws Exception {
        String params = "{\"name\":\"odd\",\"arguments\":{\"n\":1.10},\"unheard\":[1,{\"of\":null}],"
                + "\"_meta\":{\"com.example/x\":2}}";
        String result =
                "{\"content\":[{\"type\":\"text\",\"text\":\"x\",\"new\":1}],\"later\":{\"a\":1.00},\"_meta\":{\"k\":\"v\"}}";
        List<String> handshake = List.of(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                        + "\"capabilities\":{},\"clientInfo\":{\"name\":\"front\",\"version\":\"1\"}}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        Json response = call(handshake, params, result);
        assertThat(calls.poll(20, TimeUnit.SECONDS)).hasToString(params);
        assertThat(response.get("result")).hasToString(result);
    }

    @Test
    void unknown_members_are_forwarded_without_a_session() throws Exception {
        String params = "{\"name\":\"odd\",\"arguments\":{\"n\":1.10},\"unheard\":true," + META + "}";
        String result = "{\"resultType\":\"complete\",\"content\":[],\"later\":1.00}";
        Json response = call(List.of(), params, result);
        assertThat(calls.poll(20, TimeUnit.SECONDS)).hasToString(params);
        assertThat(response.get("result")).hasToString(result);
    }

    @Test
    void unknown_members_are_forwarded_with_an_input_request_and_its_state() throws Exception {
        String params =
                "{\"name\":\"odd\",\"requestState\":\"theirs\",\"inputResponses\":{\"q\":{\"action\":\"decline\","
                        + "\"unknown\":1}}," + META + "}";
        String result = "{\"resultType\":\"input_required\",\"requestState\":\"opaque\",\"inputRequests\":{\"q\":"
                + "{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"form\",\"message\":\"?\",\"odd\":1,"
                + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}}}}";
        Json response = call(List.of(), params, result);
        assertThat(calls.poll(20, TimeUnit.SECONDS)).hasToString(params);
        assertThat(response.get("result")).hasToString(result);
    }

    @Test
    void an_invalid_message_is_rejected_in_both_directions() throws Exception {
        Json refused = call(List.of(), "{\"name\":7," + META + "}", "{}");
        assertThat(refused.get("error").get("code")).isEqualTo(Json.of(-32602));
        assertThat(calls).isEmpty();
        Json bad = call(List.of(), "{\"name\":\"odd\"," + META + "}", "{\"content\":\"none\"}");
        assertThat(bad.get("error").get("code")).isEqualTo(Json.of(-32603));
        assertThat(bad.get("error").get("message").string()).isEqualTo("The upstream server sent an invalid response");
    }
}
