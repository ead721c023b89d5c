package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.server.call.CallContext;
import dev.tenon.server.call.ClientInputRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests keys that several nodes share to encrypt the state of input requests. */
class StateEncryptionKeysTest {
    private static final String FORMS = "{\"elicitation\":{\"form\":{}}}";
    private static final String ACCEPT_BO = "{\"action\":\"accept\",\"content\":{\"name\":\"Bo\"}}";

    @Test
    void nodes_with_the_same_keys_decrypt_each_others_states_also_after_key_rotation() throws Exception {
        byte[] old = new byte[32];
        byte[] fresh = new byte[32];
        fresh[0] = 1;
        String members = "\"name\":\"name\",\"arguments\":{}";
        try (McpServer one = buildServer(StateEncryptionKeys.of(List.of(old)));
                McpServer two = buildServer(StateEncryptionKeys.of(List.of(fresh, old)));
                McpServer three = buildServer(StateEncryptionKeys.of(List.of(fresh)))) {
            String retry;
            try (RecordingClient first = new RecordingClient(one).withCapabilities(FORMS)) {
                Json state = first.call("name", "{}").result().get("requestState");
                retry = members + ",\"inputResponses\":{\"name\":" + ACCEPT_BO + "},\"requestState\":" + state;
            }
            try (RecordingClient second = new RecordingClient(two).withCapabilities(FORMS);
                    RecordingClient third = new RecordingClient(three).withCapabilities(FORMS)) {
                assertThat(second.callStateless("tools/call", retry).text()).isEqualTo("Bo");
                assertThat(third.callStateless("tools/call", retry).code()).isEqualTo(-32602);
            }
        }
    }

    private static McpServer buildServer(StateEncryptionKeys keys) {
        return TestServers.echoBuilder()
                .stateKeys(keys)
                .tool("name")
                .handler((in, call) -> requestName(call))
                .build();
    }

    private static String requestName(CallContext call) {
        return call.requestInput("name", ClientInputRequest.form("Who?", TestServers.NAME_FORM))
                .orElseThrow()
                .get("name")
                .string();
    }
}
