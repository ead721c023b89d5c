package dev.tenon.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.Meta;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Params;
import dev.tenon.model.Result;
import dev.tenon.model.Revision;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each revision has exactly its own members: a table of all members that differ. A to E are the revisions in order. */
@Covers("core/schema/ts-is-truth")
class MembersOfRevisionsTest {
    private static final String TABLE = """
            initialize > capabilities        | experimental roots sampling elicitation | A B C D
            initialize > capabilities roots  | listChanged | A B C D
            initialize > capabilities sampling | | A B C
            initialize > capabilities sampling | context tools | D
            initialize > capabilities elicitation | | C
            initialize > capabilities elicitation | form url | D
            initialize > clientInfo          | name version | A B
            initialize > clientInfo          | name title version | C
            initialize > clientInfo          | name title version description websiteUrl icons | D
            initialize < serverInfo          | name version | A B
            initialize < serverInfo          | name title version | C
            initialize < serverInfo          | name title version description websiteUrl icons | D
            initialize <                     | protocolVersion capabilities serverInfo instructions | A B C D
            initialize < capabilities        | experimental logging prompts resources tools | A
            initialize < capabilities        | experimental logging completions prompts resources tools | B C D
            server/discover < capabilities   | experimental logging completions prompts resources tools extensions | E
            server/discover <                | resultType supportedVersions capabilities instructions ttlMs cacheScope _meta | E
            tools/list <                     | tools nextCursor | A B C D
            tools/list <                     | resultType tools nextCursor ttlMs cacheScope _meta | E
            tools/list < tools 0             | name description inputSchema | A
            tools/list < tools 0             | name description inputSchema annotations | B
            tools/list < tools 0             | name title description inputSchema outputSchema annotations _meta | C
            tools/list < tools 0             | name title description inputSchema outputSchema annotations icons _meta | D E
            tools/list < tools 0 inputSchema | type properties required | A B C
            tools/list < tools 0 inputSchema | $schema type properties required | D E
            tools/list < tools 0 inputSchema properties a | type | A B C D
            tools/list < tools 0 inputSchema properties a | type x-mcp-header | E
            tools/list < tools 0 inputSchema properties | a x-mcp-header in | A B C D E
            tools/list < tools 0 inputSchema properties in properties b | type | A B C D
            tools/list < tools 0 inputSchema properties in properties b | type x-mcp-header | E
            tools/list < tools 0 annotations | title readOnlyHint destructiveHint idempotentHint openWorldHint | B C D E
            tools/call >                     | name arguments | A B C D
            tools/call >                     | name arguments inputResponses requestState _meta | E
            tools/call <                     | content _meta | A B
            tools/call <                     | content structuredContent _meta | C D
            tools/call <                     | resultType content structuredContent _meta | E
            tools/call < content 0           | type text annotations | A B
            tools/call < content 0           | type text annotations _meta | C D E
            tools/call < content 0 annotations | audience priority | A B
            tools/call < content 0 annotations | audience priority lastModified | C D E
            tools/call < content 2           | type text annotations | A
            tools/call < content 2           | type data mimeType annotations | B
            tools/call < content 2           | type data mimeType annotations _meta | C D E
            tools/call < content 3           | type resource annotations | A B
            tools/call < content 3           | type resource annotations _meta | C D E
            tools/call < content 3 resource  | uri mimeType text | A B
            tools/call < content 3 resource  | uri mimeType text _meta | C D E
            tools/call < content 5           | type text annotations | A B
            tools/call < content 5           | type uri name title description mimeType size annotations _meta | C
            tools/call < content 5           | type uri name title description mimeType size annotations icons _meta | D E
            resources/list < resources 0     | uri name description mimeType size annotations | A B
            resources/list < resources 0     | uri name title description mimeType size annotations _meta | C
            resources/list < resources 0     | uri name title description mimeType size annotations icons _meta | D E
            resources/list < resources 0 icons 0 | src mimeType sizes theme | D E
            resources/templates/list < resourceTemplates 0 | uriTemplate name description mimeType annotations | A B
            resources/templates/list < resourceTemplates 0 | uriTemplate name title description mimeType annotations _meta | C
            resources/templates/list < resourceTemplates 0 | uriTemplate name title description mimeType annotations icons _meta | D E
            resources/read >                 | uri | A B C D
            resources/read >                 | uri inputResponses requestState _meta | E
            resources/read <                 | contents | A B C D
            resources/read <                 | resultType contents ttlMs cacheScope _meta | E
            resources/read < contents 1      | uri mimeType blob | A B
            resources/read < contents 1      | uri mimeType blob _meta | C D E
            prompts/list < prompts 0         | name description arguments | A B
            prompts/list < prompts 0         | name title description arguments _meta | C
            prompts/list < prompts 0         | name title description arguments icons _meta | D E
            prompts/list < prompts 0 arguments 0 | name description required | A B
            prompts/list < prompts 0 arguments 0 | name title description required | C D E
            prompts/get >                    | name arguments | A B C D
            prompts/get >                    | name arguments inputResponses requestState _meta | E
            prompts/get <                    | description messages _meta | A B C D
            prompts/get <                    | resultType description messages _meta | E
            prompts/get < messages 0         | role content | A B C D E
            completion/complete >            | ref argument | A B
            completion/complete >            | ref argument context | C D
            completion/complete >            | ref argument context _meta | E
            completion/complete > ref        | type name | A B
            completion/complete > ref        | type name title | C D E
            completion/complete <            | completion | A B C D
            completion/complete <            | resultType completion _meta | E
            elicitation/create >             | message requestedSchema | A B C
            elicitation/create >             | mode message requestedSchema | D
            elicitation/create > requestedSchema | type properties required | C
            elicitation/create > requestedSchema | $schema type properties required | D
            elicitation/create > requestedSchema properties name | type title description minLength maxLength | C
            elicitation/create > requestedSchema properties name | type title description minLength maxLength default | D
            elicitation/create > requestedSchema properties vip | type default | C D
            elicitation/create > requestedSchema properties color | type enum enumNames | C
            elicitation/create > requestedSchema properties color | type oneOf | D
            elicitation/create < | action content | A B C D
            sampling/createMessage > | messages modelPreferences systemPrompt includeContext temperature maxTokens stopSequences metadata _meta | A B C D
            sampling/createMessage > messages 0 | role content | A B C
            sampling/createMessage > messages 0 | role content _meta | D
            sampling/createMessage < | role content model stopReason | A B C D
            roots/list < roots 0 | uri name | A B
            roots/list < roots 0 | uri name _meta | C D
            notifications/progress ! | progressToken progress total _meta | A
            notifications/progress ! | progressToken progress total message _meta | B C D E
            notifications/cancelled ! | requestId reason _meta | A B C D E
            notifications/resources/updated ! | uri _meta | A B C D E
            notifications/resources/updated ! _meta | com.example/note | A B C D
            notifications/resources/updated ! _meta | com.example/note io.modelcontextprotocol/subscriptionId | E
            notifications/subscriptions/acknowledged ! | notifications _meta | E
            """;

    @TestFactory
    @Covers({"core/schema/implementation-fields", "core/icons/src-required", "core/prompts/single-content"})
    Stream<DynamicTest> exactly_these_members() {
        return TABLE.lines().flatMap(line -> {
            String[] cells = line.split("\\|", -1);
            return cells[2].trim().chars().filter(c -> c != ' ').mapToObj(c -> {
                Revision revision = Revision.values()[c - 'A'];
                return DynamicTest.dynamicTest(
                        revision + " " + cells[0].trim(), () -> assertThat(members(revision, cells[0].trim()))
                                .containsExactlyInAnyOrderElementsOf(words(cells[1])));
            });
        });
    }

    private static List<String> members(Revision revision, String place) {
        String[] steps = place.split(" +");
        Json json = message(EncodedSample.codec(revision), steps[0], steps[1].charAt(0));
        for (int i = 2; i < steps.length; i++) {
            json = Character.isDigit(steps[i].charAt(0))
                    ? json.elements().get(Integer.parseInt(steps[i]))
                    : json.get(steps[i]);
        }
        return List.copyOf(json.members().keySet());
    }

    private static Json message(ProtocolCodec codec, String name, char kind) {
        if (kind == '!') {
            NotificationType<?> type = constant(AllMethods.notifications(), name);
            return notification(codec, type);
        }
        Method<?, ?> method = constant(AllMethods.methods(), name);
        return kind == '>' ? request(codec, method) : result(codec, method);
    }

    private static Json result(ProtocolCodec codec, Method<?, ?> method) {
        Result result = Samples.results(method).findFirst().orElseThrow();
        return codec.encodeResult(method, result);
    }

    private static <P extends Params> Json request(ProtocolCodec codec, Method<P, ?> method) {
        Params sample = method.equals(Methods.CALL_TOOL)
                ? Samples.params(method, codec.revision()).skip(1).findFirst().orElseThrow()
                : Samples.params(method, codec.revision()).findFirst().orElseThrow();
        Meta meta = codec.withRequestMeta(sample.meta(), EncodedSample.REQUEST_META);
        return codec.encodeParams(method, method.params().cast(sample), meta);
    }

    private static <P extends Params> Json notification(ProtocolCodec codec, NotificationType<P> type) {
        return codec.encodeNotification(type, type.params().cast(Samples.params(type)));
    }

    private static <T> T constant(List<? extends T> constants, String name) {
        return constants.stream()
                .filter(c -> c.toString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> words(String cell) {
        return cell.isBlank() ? List.of() : List.of(cell.trim().split(" +"));
    }

    @TestFactory
    Stream<DynamicTest> a_list_changed_notification_has_only_meta() {
        return Stream.of(Revision.values())
                .map(revision -> DynamicTest.dynamicTest(revision.toString(), () -> assertThat(
                                notification(EncodedSample.codec(revision), Notifications.TOOLS_CHANGED)
                                        .members())
                        .containsOnlyKeys("_meta")));
    }
}
