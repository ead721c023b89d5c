package dev.tenon.guard.telemetry;

import static io.opentelemetry.api.common.AttributeKey.stringKey;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallFailure;
import dev.tenon.guard.observer.CallOutcome;
import dev.tenon.guard.observer.CallStart;
import dev.tenon.guard.observer.SingleCallObserver;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Revision;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Telemetry of calls, following the OpenTelemetry conventions. */
class GuardTelemetryTest {
    private static final Instant START_TIME = Instant.parse("2026-01-02T03:04:05Z");
    private static final Json RESULT = Json.parse("{\"content\":[]}");
    private static final Json ERROR_RESULT = Json.parse("{\"content\":[],\"isError\":true}");
    private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    private final RecordingOpenTelemetry recorded = new RecordingOpenTelemetry();
    private final GuardTelemetry telemetry = GuardTelemetry.create(
            recorded.openTelemetry(),
            TransportAttributes.STDIO,
            Map.of("files", TransportAttributes.of(ServerTarget.http("https://mcp.example.com/mcp"))));

    @AfterEach
    void end() {
        recorded.close();
    }

    private static PolicyMessage call(String tool) {
        return PolicyMessage.request("files", "tools/call", Json.parse("{\"name\":\"" + tool + "\"}"))
                .withRevision(Revision.V2025_11_25)
                .withTarget(tool, null);
    }

    private static CallEnd callEnd(CallOutcome outcome, Json result, RpcError error, CallFailure failure) {
        return new CallEnd(
                outcome,
                List.of(),
                result,
                error,
                Revision.V2026_07_28,
                Duration.ofMillis(70),
                Duration.ofMillis(40),
                failure);
    }

    private void recordCall(PolicyMessage request, CallEnd callEnd) {
        SingleCallObserver callObserver = telemetry.onCallStart(new CallStart(request, START_TIME, "7", "a1b2"));
        callObserver.beforeSend(request.body());
        callObserver.onEnd(callEnd);
    }

    private static String text(Attributes attributes, String key) {
        return attributes.get(stringKey(key));
    }

    @Test
    void a_call_is_a_server_span_with_a_client_span() {
        recordCall(call("read"), callEnd(CallOutcome.PASSED, RESULT, null, null));

        SpanData server = recorded.span(SpanKind.SERVER);
        SpanData client = recorded.span(SpanKind.CLIENT);
        assertThat(client.getParentSpanId()).isEqualTo(server.getSpanId());
        assertThat(List.of(server, client)).allSatisfy(span -> {
            assertThat(span.getName()).isEqualTo("tools/call read");
            assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
            assertThat(text(span.getAttributes(), "mcp.method.name")).isEqualTo("tools/call");
            assertThat(text(span.getAttributes(), "gen_ai.operation.name")).isEqualTo("execute_tool");
            assertThat(text(span.getAttributes(), "gen_ai.tool.name")).isEqualTo("read");
            assertThat(text(span.getAttributes(), "mcp.session.id")).isEqualTo("a1b2");
            assertThat(text(span.getAttributes(), "tenon.guard.upstream")).isEqualTo("files");
            assertThat(text(span.getAttributes(), "error.type")).isNull();
        });
        assertThat(text(server.getAttributes(), "jsonrpc.request.id")).isEqualTo("7");
        assertThat(text(server.getAttributes(), "mcp.protocol.version")).isEqualTo("2025-11-25");
        assertThat(text(server.getAttributes(), "network.transport")).isEqualTo("pipe");
        assertThat(text(client.getAttributes(), "mcp.protocol.version")).isEqualTo("2026-07-28");
        assertThat(text(client.getAttributes(), "network.transport")).isEqualTo("tcp");
        assertThat(text(client.getAttributes(), "network.protocol.name")).isEqualTo("http");
        assertThat(text(client.getAttributes(), "server.address")).isEqualTo("mcp.example.com");
        assertThat(client.getAttributes().get(AttributeKeys.PORT)).isEqualTo(443);
        assertThat(server.getEndEpochNanos() - server.getStartEpochNanos()).isEqualTo(70_000_000);
        assertThat(client.getEndEpochNanos() - client.getStartEpochNanos()).isEqualTo(40_000_000);
    }

    @Test
    void durations_use_the_buckets_of_the_conventions() {
        recordCall(call("read"), callEnd(CallOutcome.PASSED, RESULT, null, null));

        HistogramPointData server = recorded.durations("mcp.server.operation.duration", "tools/call")
                .get(0);
        HistogramPointData client = recorded.durations("mcp.client.operation.duration", "tools/call")
                .get(0);
        assertThat(server.getBoundaries())
                .containsExactly(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0);
        assertThat(server.getSum()).isEqualTo(0.07);
        assertThat(client.getSum()).isEqualTo(0.04);
        assertThat(recorded.metric("mcp.server.operation.duration")
                        .orElseThrow()
                        .getUnit())
                .isEqualTo("s");
        assertThat(server.getAttributes().asMap().keySet())
                .extracting(Object::toString)
                .containsExactlyInAnyOrder(
                        "mcp.method.name",
                        "gen_ai.operation.name",
                        "gen_ai.tool.name",
                        "mcp.protocol.version",
                        "network.transport",
                        "tenon.guard.upstream",
                        "tenon.guard.verdict");
        assertThat(client.getAttributes().asMap().keySet())
                .extracting(Object::toString)
                .containsExactlyInAnyOrder(
                        "mcp.method.name",
                        "gen_ai.operation.name",
                        "gen_ai.tool.name",
                        "mcp.protocol.version",
                        "network.transport",
                        "network.protocol.name",
                        "server.address",
                        "server.port",
                        "tenon.guard.upstream");
    }

    @ParameterizedTest
    @CsvSource({
        // outcome, response, failure, server error type, client error type, code
        "PASSED, tool error, , tool_error, tool_error,",
        "REFUSED, tool error, , tool_error, ,",
        "ERROR, -32602, , -32602, -32602, -32602",
        "REFUSED, -32602, , -32602, , -32602",
        "UNANSWERED, -32603, TIMEOUT, -32603, timeout, -32603",
        "UNANSWERED, -32603, CONNECTION, -32603, connection, -32603",
        "ERROR, -32603, BAD_ANSWER, -32603, bad_answer, -32603",
        "UNANSWERED, , CANCELLED, cancelled, cancelled,",
        "UNANSWERED, , , cancelled, cancelled,"
    })
    void a_failure_has_an_error_type_on_each_side(
            CallOutcome outcome, String response, CallFailure failure, String server, String client, String code) {
        boolean isError = response != null && response.startsWith("-");
        Json result = response == null || isError ? null : ERROR_RESULT;
        RpcError error = isError ? new RpcError(Integer.parseInt(response), "No") : null;
        recordCall(call("read"), callEnd(outcome, result, error, failure));

        Attributes downstream = recorded.span(SpanKind.SERVER).getAttributes();
        assertThat(text(downstream, "error.type")).isEqualTo(server);
        assertThat(text(downstream, "rpc.response.status_code")).isEqualTo(code);
        assertThat(recorded.span(SpanKind.SERVER).getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(text(recorded.span(SpanKind.CLIENT).getAttributes(), "error.type"))
                .isEqualTo(client);
        assertThat(recorded.durations("mcp.server.operation.duration", "tools/call"))
                .allSatisfy(point ->
                        assertThat(text(point.getAttributes(), "error.type")).isEqualTo(server));
        assertThat(recorded.durations("mcp.client.operation.duration", "tools/call"))
                .allSatisfy(point ->
                        assertThat(text(point.getAttributes(), "error.type")).isEqualTo(client));
    }

    @Test
    void a_call_that_was_not_forwarded_has_no_client_span() {
        SingleCallObserver callObserver = telemetry.onCallStart(new CallStart(call("read"), START_TIME));
        callObserver.onEnd(callEnd(CallOutcome.REFUSED, null, new RpcError(-32602, "No"), null));

        assertThat(recorded.span(SpanKind.SERVER).getName()).isEqualTo("tools/call");
        assertThat(recorded.spans(SpanKind.CLIENT)).isEmpty();
        assertThat(recorded.metric("mcp.client.operation.duration")).isEmpty();
    }

    @Test
    void the_clients_trace_continues_upstream() {
        Json params = Json.parse("{\"name\":\"read\",\"_meta\":{\"progressToken\":1,\"traceparent\":\"" + PARENT
                + "\",\"tracestate\":\"vendor=x\",\"baggage\":\"user=ann\"}}");
        SingleCallObserver callObserver =
                telemetry.onCallStart(new CallStart(call("read").withBody(params), START_TIME));
        Json meta = callObserver.beforeSend(params).get("_meta");
        callObserver.onEnd(callEnd(CallOutcome.PASSED, RESULT, null, null));

        SpanData server = recorded.span(SpanKind.SERVER);
        assertThat(server.getTraceId()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(server.getParentSpanId()).isEqualTo("00f067aa0ba902b7");
        assertThat(meta.get("traceparent").string())
                .isEqualTo("00-4bf92f3577b34da6a3ce929d0e0e4736-"
                        + recorded.span(SpanKind.CLIENT).getSpanId() + "-01");
        assertThat(meta.get("tracestate").string()).isEqualTo("vendor=x");
        assertThat(meta.get("baggage").string()).isEqualTo("user=ann");
        assertThat(meta.get("progressToken")).hasToString("1");
    }

    @Test
    void a_missing_or_invalid_trace_starts_a_new_one() {
        Json params = Json.parse("{\"name\":\"read\",\"_meta\":{\"traceparent\":\"nonsense\",\"tracestate\":7}}");
        SingleCallObserver callObserver =
                telemetry.onCallStart(new CallStart(call("read").withBody(params), START_TIME));
        Json meta = callObserver.beforeSend(params).get("_meta");
        callObserver.onEnd(callEnd(CallOutcome.PASSED, RESULT, null, null));

        SpanData server = recorded.span(SpanKind.SERVER);
        assertThat(server.getParentSpanContext().isValid()).isFalse();
        assertThat(meta.get("traceparent").string()).contains(server.getTraceId());
        assertThat(meta.get("tracestate")).isNull();
    }

    @Test
    void too_large_baggage_is_not_forwarded() {
        Json params = Json.parse("{\"name\":\"read\",\"_meta\":{\"traceparent\":\"" + PARENT + "\",\"baggage\":\""
                + "user=ann,".repeat(1000) + "\"}}");
        SingleCallObserver callObserver =
                telemetry.onCallStart(new CallStart(call("read").withBody(params), START_TIME));
        Json meta = callObserver.beforeSend(params).get("_meta");
        callObserver.onEnd(callEnd(CallOutcome.PASSED, RESULT, null, null));

        assertThat(meta.get("baggage")).isNull();
        assertThat(meta.get("traceparent").string()).contains("4bf92f3577b34da6a3ce929d0e0e4736");
    }

    @Test
    void findings_outside_of_a_call_are_counted() {
        FindingReport report = new FindingReport(
                "gate", EnforcementMode.ENFORCE, Finding.of("gate", "No jsonrpc"), FindingReport.PolicyAction.REFUSED);
        telemetry.onFinding(call("read"), report);

        assertThat(recorded.counts("tenon.guard.findings")).singleElement().satisfies(point -> {
            assertThat(point.getValue()).isEqualTo(1);
            assertThat(point.getAttributes().get(AttributeKeys.POLICY)).isEqualTo("gate");
        });
    }

    @Test
    void findings_are_counted_by_policy_rule_and_outcome() {
        FindingReport report = new FindingReport(
                "secrets",
                EnforcementMode.ENFORCE,
                new Finding("secrets.jwt", "content[0].text", "A secret"),
                FindingReport.PolicyAction.CHANGED);
        recordCall(
                call("read"),
                new CallEnd(
                        CallOutcome.CHANGED,
                        List.of(report, report),
                        RESULT,
                        null,
                        null,
                        Duration.ZERO,
                        Duration.ZERO,
                        null));

        assertThat(recorded.counts("tenon.guard.findings")).singleElement().satisfies(point -> {
            assertThat(point.getValue()).isEqualTo(2);
            assertThat(point.getAttributes())
                    .isEqualTo(Attributes.of(
                            AttributeKeys.UPSTREAM,
                            "files",
                            AttributeKeys.POLICY,
                            "secrets",
                            AttributeKeys.RULE,
                            "secrets.jwt",
                            AttributeKeys.OUTCOME,
                            "changed"));
        });
        assertThat(recorded.span(SpanKind.SERVER).getEvents()).hasSize(2);
    }

    @Test
    void only_known_names_are_labels_up_to_a_thousand() {
        for (int i = 0; i < 1500; i++) {
            recordCall(
                    call("made_up_" + i), callEnd(CallOutcome.ERROR, null, new RpcError(-32602, "Unknown tool"), null));
        }
        assertThat(labels()).containsExactly("_OTHER");

        for (int i = 0; i < 1500; i++) {
            recordCall(call("tool_" + i), callEnd(CallOutcome.PASSED, RESULT, null, null));
        }
        assertThat(labels())
                .hasSize(1001)
                .contains("_OTHER", "tool_0", "tool_999")
                .doesNotContain("tool_1000");
    }

    @Test
    void listed_names_are_known_before_their_first_call() {
        PolicyMessage list = PolicyMessage.request("files", "tools/list", Json.EMPTY_OBJECT);
        recordCall(list, callEnd(CallOutcome.PASSED, Json.parse("{\"tools\":[{\"name\":\"write\"}]}"), null, null));
        recordCall(call("write"), callEnd(CallOutcome.PASSED, ERROR_RESULT, null, null));

        assertThat(labels()).containsExactly("write");
    }

    private List<String> labels() {
        return recorded.durations("mcp.client.operation.duration", "tools/call").stream()
                .map(point -> text(point.getAttributes(), "gen_ai.tool.name"))
                .distinct()
                .toList();
    }

    @Test
    void error_codes_as_labels_are_limited() {
        for (int i = 1; i <= 500; i++) {
            recordCall(call("read"), callEnd(CallOutcome.ERROR, null, new RpcError(i, "No"), null));
        }
        assertThat(recorded.durations("mcp.server.operation.duration", "tools/call"))
                .hasSize(101)
                .anySatisfy(point ->
                        assertThat(text(point.getAttributes(), "error.type")).isEqualTo("_OTHER"));
    }

    @Test
    void a_resource_is_on_spans_only_and_without_secrets() {
        String uri = "file:///a?token=ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789";
        PolicyMessage read = PolicyMessage.request("files", "resources/read", Json.of(Map.of("uri", uri)))
                .withTarget(uri, null);
        recordCall(read, callEnd(CallOutcome.PASSED, RESULT, null, null));

        assertThat(recorded.span(SpanKind.SERVER).getName()).isEqualTo("resources/read");
        assertThat(text(recorded.span(SpanKind.SERVER).getAttributes(), "mcp.resource.uri"))
                .startsWith("file:///a?token=")
                .doesNotContain("ghp_abc");
        assertThat(recorded.durations("mcp.server.operation.duration", "resources/read"))
                .allSatisfy(point -> assertThat(text(point.getAttributes(), "mcp.resource.uri"))
                        .isNull());
    }

    @Test
    void without_an_sdk_nothing_changes() {
        Json params = Json.parse("{\"_meta\":{\"traceparent\":\"" + PARENT + "\"}}");
        SingleCallObserver callObserver = GuardTelemetry.create(io.opentelemetry.api.OpenTelemetry.noop())
                .onCallStart(new CallStart(call("read").withBody(params), START_TIME));
        assertThat(callObserver.beforeSend(params)).isEqualTo(params);
        callObserver.onEnd(callEnd(CallOutcome.PASSED, RESULT, null, null));
    }
}
