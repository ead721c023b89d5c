package dev.tenon.server.internal.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.Limits;
import dev.tenon.server.StateEncryptionKeys;
import dev.tenon.server.internal.request.RequestStateCodec.RoundState;
import dev.tenon.server.internal.request.RequestStateCodec.StateBinding;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequestStateCodecTest {
    private static final Json PARAMS = Json.parse("{\"name\":\"book\",\"arguments\":{\"seat\":7}}");
    private static final StateBinding BINDING = binding("alice", "tools/call", PARAMS);
    private static final RoundState STATE =
            new RoundState(Map.of("size", Json.parse("{\"action\":\"decline\"}")), Map.of("price", Json.of(42)));

    private final StateEncryptionKeys keys = StateEncryptionKeys.generate();
    private final RequestStateCodec codec = new RequestStateCodec(keys, Limits.DEFAULT);

    private static StateBinding binding(@Nullable String principal, String method, Json params) {
        return new StateBinding(principal, () -> RequestDigest.of(method, params));
    }

    private RequestStateCodec codec(Limits.Builder limits) {
        return new RequestStateCodec(keys, limits.build());
    }

    private void assertInvalid(StateBinding binding, String sealed) {
        assertThatThrownBy(() -> codec.open(binding, sealed))
                .isInstanceOf(RpcException.class)
                .hasMessageContaining("params.requestState: not valid for this request");
    }

    @Test
    void a_state_is_opened_for_the_same_caller_and_request() {
        RoundState opened = codec.open(BINDING, codec.seal(BINDING, STATE));

        assertThat(opened).isEqualTo(STATE);
    }

    @Test
    void without_a_state_nothing_is_known_and_no_digest_is_computed() {
        StateBinding binding = new StateBinding(null, () -> {
            throw new AssertionError("The digest was computed");
        });

        assertThat(codec.open(binding, null)).isEqualTo(new RoundState(Map.of(), Map.of()));
    }

    @Test
    void a_state_of_another_caller_is_rejected() {
        assertInvalid(binding("bob", "tools/call", PARAMS), codec.seal(BINDING, STATE));
    }

    @Test
    void a_state_of_an_authenticated_caller_is_rejected_without_authentication() {
        assertInvalid(binding(null, "tools/call", PARAMS), codec.seal(BINDING, STATE));
    }

    @Test
    void a_state_without_a_caller_is_rejected_for_an_authenticated_caller() {
        assertInvalid(BINDING, codec.seal(binding(null, "tools/call", PARAMS), STATE));
    }

    @Test
    void a_state_of_another_method_is_rejected() {
        assertInvalid(binding("alice", "prompts/get", PARAMS), codec.seal(BINDING, STATE));
    }

    @Test
    void a_state_of_other_arguments_is_rejected() {
        Json other = Json.parse("{\"name\":\"book\",\"arguments\":{\"seat\":8}}");

        assertInvalid(binding("alice", "tools/call", other), codec.seal(BINDING, STATE));
    }

    @Test
    void a_changed_state_is_rejected() {
        String sealed = codec.seal(BINDING, STATE);
        int middle = sealed.length() / 2;
        char other = sealed.charAt(middle) == 'A' ? 'B' : 'A';

        assertInvalid(BINDING, sealed.substring(0, middle) + other + sealed.substring(middle + 1));
    }

    @Test
    void a_state_that_was_sealed_for_another_purpose_is_rejected() {
        assertInvalid(BINDING, keys.seal("cursor of tools", "{}".getBytes(UTF_8)));
    }

    @Test
    void content_that_is_not_a_state_is_rejected() {
        assertInvalid(BINDING, keys.seal("request state", new byte[8]));
        assertInvalid(BINDING, keys.seal("request state", "{}".getBytes(UTF_8)));
    }

    @Test
    void an_expired_state_is_rejected() {
        RequestStateCodec brief = codec(Limits.DEFAULT.toBuilder().stateLifetime(Duration.ZERO));

        assertInvalid(BINDING, brief.seal(BINDING, STATE));
    }

    @Test
    void a_state_may_have_exactly_the_maximum_size() {
        int size = codec.seal(BINDING, STATE).length();
        RequestStateCodec exact = codec(Limits.DEFAULT.toBuilder().stateBytes(size));
        RequestStateCodec smaller = codec(Limits.DEFAULT.toBuilder().stateBytes(size - 1));

        assertThat(exact.open(BINDING, exact.seal(BINDING, STATE))).isEqualTo(STATE);
        assertThatThrownBy(() -> smaller.seal(BINDING, STATE)).hasMessageContaining("Limits.stateBytes");
    }

    @Test
    void a_larger_state_is_rejected_before_it_is_decrypted() {
        int size = codec.seal(BINDING, STATE).length();
        RequestStateCodec smaller = codec(Limits.DEFAULT.toBuilder().stateBytes(size - 1));

        assertThatThrownBy(() -> smaller.open(BINDING, codec.seal(BINDING, STATE)))
                .isInstanceOf(RpcException.class);
    }

    @Test
    void values_as_deep_as_a_message_allows_are_opened() {
        int depth = Limits.DEFAULT.json().depth();
        Json deep = Json.parse("[".repeat(depth) + "]".repeat(depth));
        RoundState state = new RoundState(Map.of(), Map.of("deep", deep));

        assertThat(codec.open(BINDING, codec.seal(BINDING, state))).isEqualTo(state);
    }
}
