package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.ServerErrorException;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.Findings;
import dev.tenon.guard.policy.Mode;
import dev.tenon.guard.policy.Part;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.Policy;
import dev.tenon.guard.policy.Refusal;
import dev.tenon.guard.policy.Ruling;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Policies see what passes in each direction, in the words of whoever says it. */
class CheckpointTest {
    private final Queue<Passage> seen = new ConcurrentLinkedQueue<>();

    private final class Watching implements Policy {
        @Override
        public String name() {
            return "watching";
        }

        @Override
        public Ruling rule(Passage passage) {
            seen.add(passage);
            Finding finding = Finding.of("test", "found");
            if (passage.part() == Part.RESULT && passage.body().toString().contains("secret")) {
                return Ruling.change(
                        List.of(finding), Json.parse(passage.body().toString().replace("secret", "(hidden)")));
            }
            if ("count".equals(passage.name())) {
                return Ruling.refuse(finding, new Refusal.ToolError("Not that one; take echo."));
            }
            return "add".equals(passage.name())
                    ? Ruling.refuse(finding, Refusal.error(-32602, "Forbidden here"))
                    : Ruling.PASS;
        }
    }

    static Stream<Arguments> pairings() {
        List<Revision> some = List.of(Revision.V2024_11_05, Revision.V2025_11_25, Revision.V2026_07_28);
        return some.stream().flatMap(front -> some.stream().map(behind -> Arguments.of(front, behind)));
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    private Json listed(McpClient client, String name) {
        seen.clear();
        client.tools().all();
        return seen.stream()
                .filter(passage -> passage.part() == Part.RESULT)
                .map(passage -> passage.body().get("tools"))
                .filter(tools -> tools != null)
                .flatMap(tools -> tools.elements().stream())
                .filter(tool -> name.equals(tool.get("name").string()))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void they_may_let_it_pass_change_it_or_refuse_it(Revision front, Revision behind) {
        Policies policies = new Policies(List.of(new Policies.Post(new Watching(), Mode.ENFORCE)), Findings.NONE);
        try (Guarded guarded = new Guarded(Way.HTTP, Way.HTTP, builder -> builder.policies(policies), behind);
                McpClient client = McpClient.named("front", "1")
                        .revisions(front)
                        .onForm((form, asker) -> ElicitResult.accept(Json.of(Map.of("name", "a secret", "age", 7))))
                        .connect(guarded.front())) {
            Json definition = listed(client, "echo");
            seen.clear();
            assertThat(text(client.callTool("echo", Map.of("text", "a secret"))))
                    .isEqualTo("a (hidden)");
            assertThat(seen).extracting(Passage::part).containsExactly(Part.REQUEST, Part.RESULT);
            assertThat(seen).allSatisfy(passage -> {
                assertThat(passage.name()).isEqualTo("echo");
                assertThat(passage.revision()).isEqualTo(passage.part() == Part.REQUEST ? front : behind);
                assertThat(passage.definition()).hasToString(definition.toString());
            });
            assertThat(text(client.callTool("ask", Map.of()))).isEqualTo("a (hidden) is 7");
            CallToolResult refused = client.callTool("count", Map.of());
            assertThat(refused.isError()).isTrue();
            assertThat(text(refused)).isEqualTo("Not that one; take echo.");
            assertThatThrownBy(() -> client.callTool("add", Map.of("left", 1, "right", 2)))
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.serverMessage())
                            .isEqualTo("Forbidden here"));
        }
    }
}
