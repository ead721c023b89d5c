package dev.tenon.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.InputRequired;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every message of every revision matches the published schema of that revision and has no further members. Skipped if
 * the schemas are not available; {@link MembersOfRevisionsTest} checks the same with a table.
 */
class PublishedSchemasTest {
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("initialize", "Initialize"),
            Map.entry("ping", "Ping"),
            Map.entry("server/discover", "Discover"),
            Map.entry("tools/list", "ListTools"),
            Map.entry("tools/call", "CallTool"),
            Map.entry("resources/list", "ListResources"),
            Map.entry("resources/templates/list", "ListResourceTemplates"),
            Map.entry("resources/read", "ReadResource"),
            Map.entry("resources/subscribe", "Subscribe"),
            Map.entry("resources/unsubscribe", "Unsubscribe"),
            Map.entry("prompts/list", "ListPrompts"),
            Map.entry("prompts/get", "GetPrompt"),
            Map.entry("completion/complete", "Complete"),
            Map.entry("logging/setLevel", "SetLevel"),
            Map.entry("subscriptions/listen", "SubscriptionsListen"),
            Map.entry("elicitation/create", "Elicit"),
            Map.entry("sampling/createMessage", "CreateMessage"),
            Map.entry("roots/list", "ListRoots"),
            Map.entry("notifications/initialized", "Initialized"),
            Map.entry("notifications/cancelled", "Cancelled"),
            Map.entry("notifications/progress", "Progress"),
            Map.entry("notifications/message", "LoggingMessage"),
            Map.entry("notifications/tools/list_changed", "ToolListChanged"),
            Map.entry("notifications/prompts/list_changed", "PromptListChanged"),
            Map.entry("notifications/resources/list_changed", "ResourceListChanged"),
            Map.entry("notifications/resources/updated", "ResourceUpdated"),
            Map.entry("notifications/subscriptions/acknowledged", "SubscriptionsAcknowledged"),
            Map.entry("notifications/roots/list_changed", "RootsListChanged"),
            Map.entry("notifications/elicitation/complete", "ElicitationComplete"));
    private static final List<String> EMPTY =
            List.of("ping", "resources/subscribe", "resources/unsubscribe", "logging/setLevel");

    @BeforeAll
    static void requirePublishedSchemas() {
        assumeTrue(
                PublishedSchemas.areAvailable(),
                () -> "SKIPPED: the published schemas are not at " + PublishedSchemas.directory());
    }

    static List<EncodedSample> allSamples() {
        return EncodedSample.allSamples();
    }

    @ParameterizedTest
    @MethodSource("allSamples")
    void every_message_matches_the_schema_of_its_revision_exactly(EncodedSample message) {
        // Item 37: elicitation is also used in older revisions, in the form of 2025-06-18.
        boolean usesElicitation = message.revision().compareTo(Revision.V2025_06_18) < 0
                && List.of("elicitation/create", "initialize").contains(message.method());
        Revision schema = usesElicitation ? Revision.V2025_06_18 : message.revision();
        assertThat(PublishedSchemas.findProblems(schema, definition(message), withEnvelope(message)))
                .as("%s", message.json())
                .isEqualTo("[]");
    }

    @Test
    void input_requests_match_the_schema_exactly() {
        InputRequired inputRequired = Samples.INPUT_REQUIRED;
        ProtocolCodec codec = EncodedSample.codec(Revision.V2026_07_28);
        for (var method : List.of(Methods.CALL_TOOL, Methods.GET_PROMPT, Methods.READ_RESOURCE)) {
            Json json = codec.encodeResult(method, inputRequired);
            assertThat(PublishedSchemas.findProblems(Revision.V2026_07_28, "InputRequiredResult", json))
                    .as("%s", json)
                    .isEqualTo("[]");
        }
    }

    @Test
    void the_closed_schemas_catch_a_member_of_another_revision() {
        Json result =
                Json.parse("{\"tools\":[{\"name\":\"a\",\"title\":\"A\",\"inputSchema\":{\"type\":\"object\"}}]}");
        assertThat(PublishedSchemas.findProblems(Revision.V2024_11_05, "ListToolsResult", result))
                .contains("title");
        assertThat(PublishedSchemas.findProblems(Revision.V2025_06_18, "ListToolsResult", result))
                .isEqualTo("[]");
    }

    private static String definition(EncodedSample message) {
        String name = NAMES.get(message.method());
        return switch (message.kind()) {
            case REQUEST -> name + "Request";
            case NOTIFICATION -> name + "Notification";
            case RESULT -> EMPTY.contains(message.method()) ? "EmptyResult" : name + "Result";
        };
    }

    /** Results are validated alone; requests and notifications with the envelope that the schema defines. */
    private static Json withEnvelope(EncodedSample message) {
        if (message.kind() == EncodedSample.SampleKind.RESULT) {
            return message.json();
        }
        JsonWriter out = new JsonWriter().beginObject();
        if (message.revision().hasSamplingTools()) {
            out.fieldUnlessNull("jsonrpc", "2.0");
            if (message.kind() == EncodedSample.SampleKind.REQUEST) {
                out.fieldUnlessNull("id", 1);
            }
        }
        return out.fieldUnlessNull("method", message.method())
                .fieldUnlessNull("params", message.json())
                .endObject()
                .toJson();
    }
}
