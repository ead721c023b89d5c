package dev.tenon.guard.policy.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.guard.policy.FeatureKind;
import dev.tenon.guard.policy.MessageDirection;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MessageTargetReaderTest {
    private static final Json BOTH = Json.parse("{\"name\":\"n\",\"uri\":\"u:/\"}");

    private static @Nullable String target(FeatureKind kind, String method, Json params) {
        return MessageTargetReader.readTarget(kind, PolicyMessage.request("upstream", method, params));
    }

    @ParameterizedTest
    @CsvSource({
        "tools/call, n, , ",
        "prompts/get, , , n",
        "resources/read, , u:/, ",
        "resources/subscribe, , u:/, ",
        "resources/unsubscribe, , , ",
        "tools/list, , , "
    })
    void a_request_refers_to_features_of_one_kind(String method, String tool, String resource, String prompt) {
        assertThat(target(FeatureKind.TOOL, method, BOTH)).isEqualTo(tool);
        assertThat(target(FeatureKind.RESOURCE, method, BOTH)).isEqualTo(resource);
        assertThat(target(FeatureKind.PROMPT, method, BOTH)).isEqualTo(prompt);
    }

    @Test
    void a_completion_refers_to_a_prompt_or_a_resource_but_never_to_a_tool() {
        Json params = Json.EMPTY_OBJECT.withMember("ref", BOTH);

        assertThat(target(FeatureKind.TOOL, "completion/complete", params)).isNull();
        assertThat(target(FeatureKind.PROMPT, "completion/complete", params)).isEqualTo("n");
        assertThat(target(FeatureKind.RESOURCE, "completion/complete", params)).isEqualTo("u:/");
    }

    @ParameterizedTest
    @EnumSource
    void a_completion_without_reference_refers_to_nothing(FeatureKind kind) {
        assertThat(target(kind, "completion/complete", BOTH)).isNull();
    }

    @Test
    void a_name_that_is_no_string_is_no_target() {
        assertThat(target(FeatureKind.TOOL, "tools/call", Json.parse("{\"name\":1}")))
                .isNull();
    }

    @Test
    void a_notification_refers_to_a_resource_but_a_result_to_nothing() {
        PolicyMessage updated = PolicyMessage.notification(
                MessageDirection.TO_CLIENT, "upstream", "notifications/resources/updated", BOTH);
        assertThat(MessageTargetReader.readTarget(FeatureKind.RESOURCE, updated))
                .isEqualTo("u:/");

        PolicyMessage result =
                PolicyMessage.request("upstream", "tools/call", BOTH).toResult(BOTH);
        assertThat(MessageTargetReader.readTarget(FeatureKind.TOOL, result)).isNull();
    }
}
