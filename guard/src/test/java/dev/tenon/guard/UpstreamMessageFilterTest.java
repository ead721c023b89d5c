package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.CallOptions;
import dev.tenon.client.ClientListener;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.MessageDirection;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.LogLevel;
import dev.tenon.model.LogParams;
import dev.tenon.model.MetaKey;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;
import dev.tenon.server.McpServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All messages of an upstream server pass the policies: requests, notifications, progress, errors, and its description.
 */
class UpstreamMessageFilterTest {
    private static final String FORBIDDEN = "gentle|Who are you|careful|step|unknown tool|Unknown tool";

    static Stream<Arguments> pairings() {
        List<Revision> revisions = List.of(Revision.V2025_06_18, Revision.V2025_11_25, Revision.V2026_07_28);
        return revisions.stream()
                .flatMap(downstream -> revisions.stream().map(upstream -> Arguments.of(downstream, upstream)));
    }

    /** Removes the forbidden text from everything that goes to the client. */
    private record TextRemovalPolicy(Queue<PolicyMessage> seen) implements GuardPolicy {
        @Override
        public String name() {
            return "cleaning";
        }

        @Override
        public PolicyDecision evaluate(PolicyMessage policyMessage) {
            seen.add(policyMessage);
            String text = policyMessage.body().toString();
            String clean = text.replaceAll(FORBIDDEN, "---");
            return policyMessage.direction() == MessageDirection.TO_SERVER || clean.equals(text)
                    ? PolicyDecision.ALLOW
                    : PolicyDecision.rewriteOrAllow(List.of(Finding.of("cleaning", "bad")), Json.parse(clean));
        }
    }

    private static PolicyChain policyChainOf(Function<PolicyMessage, PolicyDecision> rule) {
        GuardPolicy policy = new GuardPolicy() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public PolicyDecision evaluate(PolicyMessage policyMessage) {
                return rule.apply(policyMessage);
            }
        };
        return new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(policy, EnforcementMode.ENFORCE)), FindingListener.NONE);
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void every_message_to_the_client_passes_the_policies(Revision downstream, Revision upstream) throws Exception {
        Queue<PolicyMessage> seen = new ConcurrentLinkedQueue<>();
        Queue<String> received = new ConcurrentLinkedQueue<>();
        PolicyChain policies = new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(new TextRemovalPolicy(seen), EnforcementMode.ENFORCE)),
                FindingListener.NONE);
        try (GuardedServer guarded = new GuardedServer(
                        HttpTransportKind.HTTP,
                        HttpTransportKind.HTTP,
                        builder -> builder.policies(policies),
                        upstream);
                McpClient client = McpClient.builder("front", "1")
                        .revisions(downstream)
                        .listener(new ClientListener() {
                            @Override
                            public void onLogMessage(LogParams message) {
                                received.add(message.toString());
                            }
                        })
                        .onForm((form, asker) -> {
                            received.add(form.message());
                            return ElicitResult.accept(Json.of(Map.of("name", "Ann", "age", 7)));
                        })
                        .connect(guarded.guardTarget())) {
            client.setLogLevel(LogLevel.WARNING);
            client.callTool("log", Map.of());
            assertThat(client.server().instructions()).isEqualTo("Be ---.");
            assertThat(text(client.callTool("ask", Map.of()))).isEqualTo("Ann is 7");
            client.callTool(
                    "count",
                    Json.EMPTY_OBJECT,
                    CallOptions.DEFAULT.onProgress(progress -> received.add(String.valueOf(progress.message()))));
            assertThatThrownBy(() -> client.callTool("nothing", Map.of()))
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.serverMessage())
                            .contains("---"));
            assertThat(received)
                    .anyMatch(output -> output.contains("---?"))
                    .anyMatch(output -> output.contains("--- 3"))
                    .anyMatch(output -> output.contains("\"---\""))
                    .noneMatch(output -> output.matches(".*(" + FORBIDDEN + ").*"));
            assertThat(seen)
                    .extracting(PolicyMessage::kind)
                    .contains(MessageKind.REQUEST, MessageKind.RESULT, MessageKind.NOTIFICATION, MessageKind.ERROR);
        }
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void a_rejected_upstream_request_is_not_sent(Revision downstream, Revision upstream) {
        PolicyChain policies = policyChainOf(policyMessage -> policyMessage.direction() == MessageDirection.TO_CLIENT
                        && policyMessage.body().toString().contains("Who are you")
                ? PolicyDecision.reject(Finding.of("test", "no"), PolicyRejection.protocolError(-32603, "Not asked"))
                : PolicyDecision.ALLOW);
        Queue<String> asked = new ConcurrentLinkedQueue<>();
        try (GuardedServer guarded = new GuardedServer(
                        HttpTransportKind.HTTP,
                        HttpTransportKind.HTTP,
                        builder -> builder.policies(policies),
                        upstream);
                McpClient client = McpClient.builder("front", "1")
                        .revisions(downstream)
                        .onForm((form, asker) -> {
                            asked.add(form.message());
                            return ElicitResult.accept(Json.of(Map.of("name", "Ann", "age", 7)));
                        })
                        .connect(guarded.guardTarget())) {
            assertThatThrownBy(() -> {
                CallToolResult result = client.callTool(
                        "ask", Json.EMPTY_OBJECT, CallOptions.DEFAULT.withTimeout(Duration.ofSeconds(20)));
                assertThat(result.isError()).isFalse();
            });
            assertThat(asked).isEmpty();
        }
    }

    /**
     * Issue 20, "it holds": every result of 2026-07-28 contains the server's description as the current policies filter
     * it.
     */
    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2025_06_18", "V2025_11_25", "V2026_07_28"})
    void the_server_description_is_filtered_in_every_result(Revision upstream) {
        Queue<PolicyMessage> seen = new ConcurrentLinkedQueue<>();
        PolicyChain policies = new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(new TextRemovalPolicy(seen), EnforcementMode.ENFORCE)),
                FindingListener.NONE);
        try (McpServer server = McpServer.builder("behind", "1")
                        .revisions(upstream)
                        .title("The gentle")
                        .description("A gentle server")
                        .tool("where")
                        .handler((in, call) -> "here")
                        .build();
                TenonHttpServer http = TenonHttpServer.builder(server).port(0).start();
                Guard guard = Guard.builder(ServerTarget.http(http.uri())).build();
                TenonHttpServer downstream =
                        TenonHttpServer.builder(guard.server()).port(0).start();
                McpClient client = McpClient.builder("front", "1")
                        .revisions(Revision.V2026_07_28)
                        .connect(ServerTarget.http(downstream.uri()))) {
            assertThat(describeServer(client))
                    .contains("The gentle")
                    .contains(upstream == Revision.V2025_06_18 ? "" : "A gentle server");
            guard.updatePolicies(policies);
            assertThat(describeServer(client)).contains("The ---").doesNotContain("gentle");
            assertThat(describeServer(client)).contains("The ---").doesNotContain("gentle");
            assertThat(seen)
                    .as("asked once")
                    .filteredOn(policyMessage -> policyMessage.method().equals("server/discover"))
                    .hasSize(1);
            guard.updatePolicies(PolicyChain.NONE);
            assertThat(describeServer(client)).contains("The gentle");
        }
    }

    /** Returns the server's description in the result of a call. */
    private static String describeServer(McpClient client) {
        return String.valueOf(client.callTool("where", Map.of()).meta().get(MetaKey.SERVER_INFO));
    }
}
