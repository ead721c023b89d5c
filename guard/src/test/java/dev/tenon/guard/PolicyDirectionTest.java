package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyRejection;
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

/** Policies see messages in each direction, in the revision of the sender. */
class PolicyDirectionTest {
    private final Queue<PolicyMessage> seen = new ConcurrentLinkedQueue<>();

    private final class RecordingPolicy implements GuardPolicy {
        @Override
        public String name() {
            return "watching";
        }

        @Override
        public PolicyDecision evaluate(PolicyMessage message) {
            seen.add(message);
            Finding finding = Finding.of("test", "found");
            if (message.kind() == MessageKind.RESULT
                    && message.body().toString().contains("secret")) {
                return PolicyDecision.rewriteOrAllow(
                        List.of(finding), Json.parse(message.body().toString().replace("secret", "(hidden)")));
            }
            if ("count".equals(message.targetName())) {
                return PolicyDecision.reject(finding, new PolicyRejection.ToolError("Not that one; take echo."));
            }
            return "add".equals(message.targetName())
                    ? PolicyDecision.reject(finding, PolicyRejection.protocolError(-32602, "Forbidden here"))
                    : PolicyDecision.ALLOW;
        }
    }

    static Stream<Arguments> pairings() {
        List<Revision> revisions = List.of(Revision.V2024_11_05, Revision.V2025_11_25, Revision.V2026_07_28);
        return revisions.stream()
                .flatMap(downstream -> revisions.stream().map(upstream -> Arguments.of(downstream, upstream)));
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    private Json definitionOf(McpClient client, String name) {
        seen.clear();
        client.tools().toList();
        return seen.stream()
                .filter(message -> message.kind() == MessageKind.RESULT)
                .map(message -> message.body().get("tools"))
                .filter(tools -> tools != null)
                .flatMap(tools -> tools.elements().stream())
                .filter(tool -> name.equals(tool.get("name").string()))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void policies_can_allow_change_or_reject_messages(Revision downstream, Revision upstream) {
        PolicyChain policies = new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(new RecordingPolicy(), EnforcementMode.ENFORCE)),
                FindingListener.NONE);
        try (GuardedServer guarded = new GuardedServer(
                        HttpTransportKind.HTTP,
                        HttpTransportKind.HTTP,
                        builder -> builder.policies(policies),
                        upstream);
                McpClient client = McpClient.builder("front", "1")
                        .revisions(downstream)
                        .onForm((form, asker) -> ElicitResult.accept(Json.of(Map.of("name", "a secret", "age", 7))))
                        .connect(guarded.guardTarget())) {
            Json definition = definitionOf(client, "echo");
            seen.clear();
            assertThat(text(client.callTool("echo", Map.of("text", "a secret"))))
                    .isEqualTo("a (hidden)");
            assertThat(seen).extracting(PolicyMessage::kind).containsExactly(MessageKind.REQUEST, MessageKind.RESULT);
            assertThat(seen).allSatisfy(message -> {
                assertThat(message.targetName()).isEqualTo("echo");
                assertThat(message.revision()).isEqualTo(message.kind() == MessageKind.REQUEST ? downstream : upstream);
                assertThat(message.definition()).hasToString(definition.toString());
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
