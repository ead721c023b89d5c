package dev.tenon.guard;

import static io.opentelemetry.api.common.AttributeKey.stringKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.CallOptions;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.guard.telemetry.GuardTelemetry;
import dev.tenon.guard.telemetry.RecordingOpenTelemetry;
import dev.tenon.guard.telemetry.TransportAttributes;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.Meta;
import dev.tenon.model.Revision;
import dev.tenon.model.TextContent;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A guard with telemetry. */
class ObservedGuardTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final Meta META = Meta.of("traceparent", Json.of("00-" + TRACE + "-00f067aa0ba902b7-01"))
            .with("tracestate", Json.of("vendor=x"))
            .with("baggage", Json.of("user=ann"));

    private final RecordingOpenTelemetry recorded = new RecordingOpenTelemetry();
    private final GuardTelemetry telemetry =
            GuardTelemetry.create(recorded.openTelemetry(), TransportAttributes.HTTP, Map.of());

    @AfterEach
    void end() {
        recorded.close();
    }

    static Stream<Arguments> pairings() {
        List<Revision> revisions = List.of(Revision.V2024_11_05, Revision.V2025_11_25, Revision.V2026_07_28);
        return revisions.stream()
                .flatMap(downstream -> revisions.stream().map(upstream -> Arguments.of(downstream, upstream)));
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    private static String text(SpanData span, String key) {
        return span.getAttributes().get(stringKey(key));
    }

    private GuardedServer newGuardedServer(Revision upstream) {
        return new GuardedServer(
                HttpTransportKind.HTTP,
                HttpTransportKind.HTTP,
                builder -> builder.upstreamName("files").observers(telemetry),
                upstream);
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void the_clients_trace_context_reaches_the_upstream(Revision downstream, Revision upstream) {
        try (GuardedServer guarded = newGuardedServer(upstream);
                McpClient client =
                        McpClient.builder("front", "1").revisions(downstream).connect(guarded.guardTarget())) {
            String changes = text(client.callTool("traced", Json.EMPTY_OBJECT, CallOptions.DEFAULT.withMeta(META)));

            SpanData server = call(SpanKind.SERVER);
            SpanData toServer = call(SpanKind.CLIENT);
            assertThat(server.getTraceId()).isEqualTo(TRACE);
            assertThat(server.getParentSpanId()).isEqualTo("00f067aa0ba902b7");
            assertThat(toServer.getParentSpanId()).isEqualTo(server.getSpanId());
            assertThat(changes).isEqualTo("00-" + TRACE + "-" + toServer.getSpanId() + "-01 vendor=x user=ann");
            assertThat(server.getName()).isEqualTo("tools/call traced");
            assertThat(text(server, "mcp.protocol.version")).isEqualTo(downstream.toString());
            assertThat(text(toServer, "mcp.protocol.version")).isEqualTo(upstream.toString());
            assertThat(text(server, "mcp.session.id") == null).isEqualTo(downstream.isStateless());
            assertThat(text(server, "jsonrpc.request.id")).isNotBlank();
            assertThat(text(server, "tenon.guard.upstream")).isEqualTo("files");
            assertThat(text(server, "network.transport")).isEqualTo("tcp");
        }
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void each_side_has_its_own_error_type(Revision downstream, Revision upstream) {
        try (GuardedServer guarded = newGuardedServer(upstream);
                McpClient client =
                        McpClient.builder("front", "1").revisions(downstream).connect(guarded.guardTarget())) {
            assertThat(client.callTool("fail", Map.of()).isError()).isTrue();
            assertErrors("tool_error", "tool_error");

            assertThatThrownBy(() -> client.callTool("nothing", Map.of()));
            assertErrors("-32602", "-32602");
            assertThat(text(call(SpanKind.SERVER), "rpc.response.status_code")).isEqualTo("-32602");
        }
    }

    /** Returns the last call of a tool. */
    private SpanData call(SpanKind kind) {
        List<SpanData> calls = recorded.spans(kind).stream()
                .filter(span -> span.getName().startsWith("tools/call"))
                .toList();
        assertThat(calls).isNotEmpty();
        return calls.get(calls.size() - 1);
    }

    private void assertErrors(String downstream, String upstream) {
        assertThat(text(call(SpanKind.SERVER), "error.type")).isEqualTo(downstream);
        assertThat(text(call(SpanKind.CLIENT), "error.type")).isEqualTo(upstream);
    }

    @Test
    void a_server_that_does_not_respond_is_a_timeout() {
        ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                .callTimeout(Duration.ofMillis(300))
                .build();
        try (GuardedServer guarded = new GuardedServer(
                        HttpTransportKind.HTTP,
                        HttpTransportKind.HTTP,
                        builder -> builder.clientLimits(limits).observers(telemetry),
                        Revision.V2026_07_28);
                McpClient client = McpClient.builder("front", "1").connect(guarded.guardTarget())) {
            assertThatThrownBy(() -> client.callTool("sleep", Map.of()));
            assertErrors("-32603", "timeout");
            assertThat(recorded.durations("mcp.client.operation.duration", "tools/call"))
                    .singleElement()
                    .satisfies(point -> assertThat(point.getSum()).isBetween(0.25, 20.0));
        }
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void sessions_are_measured_if_there_are_any(Revision downstream, Revision upstream) {
        try (GuardedServer guarded = newGuardedServer(upstream)) {
            try (McpClient client =
                    McpClient.builder("front", "1").revisions(downstream).connect(guarded.guardTarget())) {
                client.callTool("traced", Map.of());
            }
        }
        assertThat(sessions("mcp.server.session.duration"))
                .isEqualTo(downstream.isStateless() ? List.of() : List.of(downstream.toString()));
        assertThat(sessions("mcp.client.session.duration"))
                .isEqualTo(upstream.isStateless() ? List.of() : List.of(upstream.toString()));
    }

    /** Returns the revisions of ended sessions. */
    private List<String> sessions(String metric) {
        return recorded.metric(metric).stream()
                .flatMap(data -> data.getHistogramData().getPoints().stream())
                .map(point -> point.getAttributes().get(stringKey("mcp.protocol.version")))
                .toList();
    }

    @Test
    void an_upstream_request_is_a_call_in_the_other_direction() {
        try (GuardedServer guarded = newGuardedServer(Revision.V2025_11_25);
                McpClient client = McpClient.builder("front", "1")
                        .revisions(Revision.V2025_11_25)
                        .onForm((form, asker) -> ElicitResult.accept(Json.of(Map.of("name", "Ann", "age", 7))))
                        .connect(guarded.guardTarget())) {
            assertThat(text(client.callTool("ask", Map.of()))).isEqualTo("Ann is 7");
        }
        assertThat(recorded.spans(SpanKind.CLIENT))
                .extracting(SpanData::getName)
                .contains("elicitation/create", "tools/call ask");
        assertThat(recorded.durations("mcp.server.operation.duration", "elicitation/create"))
                .hasSize(1);
    }

    @Test
    void a_rejected_call_is_counted_and_not_forwarded() {
        GuardPolicy refusing = new GuardPolicy() {
            @Override
            public String name() {
                return "tools";
            }

            @Override
            public PolicyDecision evaluate(PolicyMessage message) {
                return "add".equals(message.targetName())
                        ? PolicyDecision.reject(
                                Finding.of("tools.deny", "No"), PolicyRejection.protocolError(-32602, "Forbidden here"))
                        : PolicyDecision.ALLOW;
            }
        };
        PolicyChain policies = new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(refusing, EnforcementMode.ENFORCE)), FindingListener.NONE);
        try (GuardedServer guarded = new GuardedServer(
                        HttpTransportKind.HTTP,
                        HttpTransportKind.HTTP,
                        builder -> builder.policies(policies).observers(telemetry),
                        Revision.V2026_07_28);
                McpClient client = McpClient.builder("front", "1").connect(guarded.guardTarget())) {
            assertThatThrownBy(() -> client.callTool("add", Map.of("left", 1, "right", 2)));
        }
        assertThat(recorded.durations("mcp.client.operation.duration", "tools/call"))
                .isEmpty();
        assertThat(recorded.counts("tenon.guard.findings")).singleElement().satisfies(point -> {
            assertThat(point.getValue()).isOne();
            assertThat(point.getAttributes().get(stringKey("tenon.guard.rule"))).isEqualTo("tools.deny");
            assertThat(point.getAttributes().get(stringKey("tenon.guard.outcome")))
                    .isEqualTo("refused");
        });
    }

    @Test
    void an_unreachable_server_is_a_connection_failure() {
        try (Guard guard = Guard.builder(ServerTarget.http("http://127.0.0.1:1/mcp"))
                        .upstreamName("gone")
                        .observers(telemetry)
                        .build();
                RawConnection client = RawConnection.connectTo(guard.server())) {
            client.send(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"_meta\":{"
                            + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                            + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"a\",\"version\":\"1\"},"
                            + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}");
            assertThat(client.receive().get("error")).isNotNull();
            assertThat(recorded.durations("mcp.client.operation.duration", "tools/call"))
                    .singleElement()
                    .satisfies(point -> assertThat(point.getAttributes().get(stringKey("error.type")))
                            .isEqualTo("connection"));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
