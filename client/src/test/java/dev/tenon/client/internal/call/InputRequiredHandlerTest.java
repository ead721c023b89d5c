package dev.tenon.client.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.ServerInfo;
import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.handler.RootsHandler;
import dev.tenon.client.internal.TestClientContext;
import dev.tenon.client.internal.config.ClientConfig;
import dev.tenon.client.internal.connection.NegotiatedProtocol;
import dev.tenon.codec.StatelessCodec;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolParams;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputRequired;
import dev.tenon.model.ListRoots;
import dev.tenon.model.Revision;
import dev.tenon.model.ServerCapabilities;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InputRequiredHandlerTest {
    private static final CallToolParams FIRST = CallToolParams.of("tool", Json.EMPTY_OBJECT);
    private static final NegotiatedProtocol PROTOCOL = new NegotiatedProtocol(
            new StatelessCodec(null),
            new ServerInfo(Revision.V2026_07_28, null, ServerCapabilities.NONE, null, List.of()),
            "test");

    private static final ClientConfig CONFIG = TestClientContext.configOf(ClientLimits.DEFAULT.toBuilder()
            .rounds(2)
            .serverRequests(2)
            .stateBytes(4)
            .build());

    private static CallToolParams fulfill(RootsHandler roots, int requests, @Nullable String state, int round) {
        ClientConfig config = TestClientContext.configWith(CONFIG, "rootsHandler", roots);
        Map<String, InputRequest> inputs = new LinkedHashMap<>();
        for (int i = 0; i < requests; i++) {
            inputs.put("r" + i, ListRoots.REQUEST);
        }
        return (CallToolParams) new InputRequiredHandler(new TestClientContext(config).context)
                .fulfillInputRequests(FIRST, InputRequired.of(inputs, state), PROTOCOL, round);
    }

    private static CallToolParams fulfill(int requests, @Nullable String state, int round) {
        return fulfill(server -> List.of(), requests, state, round);
    }

    @Test
    void the_next_round_repeats_the_first_params_with_all_responses_and_the_state() {
        CallToolParams next = fulfill(2, "abcd", 0);
        assertThat(next.name()).isEqualTo("tool");
        assertThat(next.inputResponses()).containsOnlyKeys("r0", "r1");
        assertThat(next.requestState()).isEqualTo("abcd");
    }

    @Test
    void the_last_allowed_round_is_answered_and_the_next_one_is_not() {
        fulfill(1, null, 1);
        assertThatThrownBy(() -> fulfill(1, null, 2))
                .isInstanceOf(InvalidResponseException.class)
                .hasMessageContaining("limit: rounds");
    }

    @Test
    void more_requests_at_once_than_the_limit_reach_no_handler() {
        RootsHandler untouched = server -> {
            throw new AssertionError("handled");
        };
        assertThatThrownBy(() -> fulfill(untouched, 3, null, 0))
                .isInstanceOf(InvalidResponseException.class)
                .hasMessageContaining("limit: serverRequests");
    }

    @Test
    void the_state_is_limited_in_bytes_and_not_in_characters() {
        assertThat(fulfill(0, "\u00e9\u00e9", 0).requestState()).hasSize(2);
        assertThatThrownBy(() -> fulfill(0, "\u00e9\u00e9x", 0))
                .isInstanceOf(InvalidResponseException.class)
                .hasMessageContaining("limit: stateBytes");
    }

    @Test
    void a_handler_that_is_interrupted_cancels_the_call_and_keeps_the_interrupt() {
        RootsHandler interrupted = server -> {
            throw new InterruptedException();
        };
        assertThatThrownBy(() -> fulfill(interrupted, 1, null, 0)).isInstanceOf(CallCancelledException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void a_checked_exception_of_a_handler_is_wrapped_and_one_of_the_client_is_not() {
        IOException disk = new IOException("disk");
        RootsHandler failing = server -> {
            throw disk;
        };
        assertThatThrownBy(() -> fulfill(failing, 1, null, 0))
                .isExactlyInstanceOf(McpClientException.class)
                .hasMessageContaining("roots/list failed: disk")
                .hasCause(disk);
        RootsHandler unsupported = server -> {
            throw new NotSupportedException("not here");
        };
        assertThatThrownBy(() -> fulfill(unsupported, 1, null, 0)).isExactlyInstanceOf(NotSupportedException.class);
    }
}
