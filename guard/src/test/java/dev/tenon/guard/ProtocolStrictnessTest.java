package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.observer.CallStart;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.SingleCallObserver;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.MessageDirection;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.ProtocolStrictness;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.MemoryChannels;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The protocol checks in each mode: valid messages pass in all modes, others only where the mode allows it. */
class ProtocolStrictnessTest {
    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":\"first\",\"method\":\"initialize\",\"params\":"
                    + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"raw\",\"version\":\"1\"}}}";
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"raw\",\"version\":\"1\"},"
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private final List<FindingReport> logged = new CopyOnWriteArrayList<>();
    private final List<FindingReport> reports = new CopyOnWriteArrayList<>();
    private final List<MessageDirection> directions = new CopyOnWriteArrayList<>();
    private final List<Json> forwarded = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> resources = new ArrayList<>();
    private volatile String result = "\"result\":{}";

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : resources) {
            each.close();
        }
    }

    private ProtocolStrictness strictnessWith(String check, EnforcementMode mode) {
        return new ProtocolStrictness(
                check.equals("gate") ? mode : EnforcementMode.ENFORCE,
                check.equals("ids") ? mode : EnforcementMode.ENFORCE,
                check.equals("headers") ? mode : EnforcementMode.ENFORCE,
                check.equals("methods") ? mode : EnforcementMode.ENFORCE);
    }

    private Guard guard(String check, EnforcementMode mode, ServerTarget target) {
        PolicyChain policies = new PolicyChain(List.of(), (policyMessage, report) -> logged.add(report))
                .withStrictness(strictnessWith(check, mode));
        // Findings are counted: observers are notified of them too.
        GuardObserver observer = new GuardObserver() {
            @Override
            public SingleCallObserver onCallStart(CallStart call) {
                return SingleCallObserver.NONE;
            }

            @Override
            public void onFinding(PolicyMessage message, FindingReport report) {
                directions.add(message.direction());
                reports.add(report);
            }

            @Override
            public boolean isNonBlocking() {
                return true;
            }
        };
        Guard guard =
                Guard.builder(target).policies(policies).observers(observer).build();
        resources.add(0, () -> guard.close(Duration.ZERO));
        return guard;
    }

    /** A server that responds exactly with the text of the test. */
    private ServerTarget newScriptedTarget() {
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
        resources.add(RawConnection.serve(pair.left(), this::respond));
        return ServerTarget.channel(pair.right());
    }

    private Json respond(Json message) {
        String method = String.valueOf(message.get("method").string());
        if (method.equals("initialize")) {
            return Json.parse("{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id")
                    + ",\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                    + "\"serverInfo\":{\"name\":\"odd\",\"version\":\"1\"}}}");
        }
        if (message.get("id") == null) {
            forwarded.add(message);
            return Json.NULL;
        }
        if (method.equals("server/discover")) {
            return Json.parse("{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id")
                    + ",\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}");
        }
        forwarded.add(message);
        return Json.parse("{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id") + "," + result + "}");
    }

    private RawConnection openSession(Guard guard) throws InterruptedException {
        RawConnection connection = RawConnection.connectTo(guard.server());
        resources.add(0, connection);
        connection.send(INITIALIZE);
        assertThat(connection.receive().get("result")).isNotNull();
        connection.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return connection;
    }

    private void assertReported(EnforcementMode mode, String check, MessageDirection direction) {
        if (mode == EnforcementMode.OFF) {
            assertThat(reports).isEmpty();
            assertThat(logged).isEmpty();
            return;
        }
        assertThat(logged).containsExactlyElementsOf(reports);
        assertThat(reports).isNotEmpty().allSatisfy(report -> {
            assertThat(report.policy()).isEqualTo(check);
            assertThat(report.mode()).isEqualTo(mode);
            assertThat(report.action())
                    .isEqualTo(
                            mode == EnforcementMode.ENFORCE
                                    ? FindingReport.PolicyAction.REFUSED
                                    : FindingReport.PolicyAction.NOTED);
        });
        assertThat(directions).containsOnly(direction);
    }

    @ParameterizedTest
    @CsvSource({
        "OFF, '{\"id\":7,\"method\":\"tools/list\"}'",
        "WARN, '{\"id\":7,\"method\":\"tools/list\"}'",
        "ENFORCE, '{\"id\":7,\"method\":\"tools/list\"}'",
        "WARN, '{\"jsonrpc\":2.0,\"id\":7,\"method\":\"tools/list\"}'",
        "WARN, '{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\",\"params\":null}'",
        "WARN, '{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\",\"params\":[]}'",
        "WARN, '{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\",\"result\":null,\"error\":null}'"
    })
    void an_unambiguous_request_is_forwarded_corrected(EnforcementMode mode, String request) throws Exception {
        result = "\"result\":{\"tools\":[]}";
        RawConnection connection = openSession(guard("gate", mode, newScriptedTarget()));
        connection.send("{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"tools/list\"}");
        assertThat(connection.receive().get("result")).as("a valid request").isNotNull();
        assertThat(reports).isEmpty();
        forwarded.clear();
        connection.send(request);
        Json received = connection.receive();
        assertThat(received.get("id").toString()).isEqualTo("7");
        if (mode == EnforcementMode.ENFORCE) {
            assertThat(received.get("error").get("code").toString()).isEqualTo("-32600");
            assertThat(forwarded).isEmpty();
        } else {
            assertThat(received.get("result").get("tools")).isNotNull();
            assertThat(forwarded).singleElement().satisfies(sent -> {
                assertThat(sent.get("jsonrpc").string()).isEqualTo("2.0");
                assertThat(sent.get("error")).isNull();
                assertThat(sent.get("params").isObject()).isTrue();
            });
        }
        assertReported(mode, "gate", MessageDirection.TO_SERVER);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\"|-32700",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"id\":8,\"method\":\"tools/list\"}|-32600",
                "{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"tools/list\"}|-32600",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"tools/list\"}|-32600",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\",\"params\":[1]}|-32600",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":12}|-32600"
            })
    void an_ambiguous_message_is_never_forwarded(String message, String code) throws Exception {
        RawConnection connection = openSession(guard("gate", EnforcementMode.OFF, newScriptedTarget()));
        forwarded.clear();
        connection.send(message);
        assertThat(connection.receive().get("error").get("code").toString()).isEqualTo(code);
        assertThat(forwarded).allSatisfy(sent -> assertThat(sent.get("id")).isNull());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OFF|\"result\":{\"tools\":[]},\"error\":null",
                "WARN|\"result\":{\"tools\":[]},\"error\":null",
                "ENFORCE|\"result\":{\"tools\":[]},\"error\":null"
            })
    void an_unambiguous_response_is_forwarded_corrected(EnforcementMode mode, String members) throws Exception {
        result = members;
        RawConnection connection = openSession(guard("gate", mode, newScriptedTarget()));
        connection.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\"}");
        Json received = connection.receive();
        if (mode == EnforcementMode.ENFORCE) {
            assertThat(received.get("error").get("code").toString()).isEqualTo("-32603");
        } else {
            assertThat(received.toString()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"tools\":[]}}");
        }
        assertReported(mode, "gate", MessageDirection.TO_CLIENT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"error\":{\"code\":-32000}|-32000",
                "\"error\":{\"code\":-32001.0,\"message\":\"odd\"}|-32001",
                "\"error\":{\"code\":-32003,\"message\":null},\"result\":null|-32003"
            })
    void an_unambiguous_error_is_forwarded_corrected(String members, String code) throws Exception {
        result = members;
        RawConnection connection = openSession(guard("gate", EnforcementMode.WARN, newScriptedTarget()));
        connection.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\"}");
        Json error = connection.receive().get("error");
        assertThat(error.get("code").toString()).isEqualTo(code);
        assertThat(error.get("message").string()).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_duplicate_id_is_accepted_only_where_allowed(EnforcementMode mode) throws Exception {
        TestServer upstream = new TestServer(Revision.values());
        resources.add(upstream);
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
        upstream.server.connect(pair.left(), "memory", null);
        RawConnection connection = openSession(guard("ids", mode, ServerTarget.channel(pair.right())));
        connection.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"sleep\"}}");
        upstream.sleepStarted.await();
        connection.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\","
                + "\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"free\"}}}");
        assertThat(connection.receive().get("result")).isNotNull();
        assertThat(reports).isEmpty();
        connection.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\","
                + "\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"again\"}}}");
        Json received = connection.receive();
        assertThat(received.get("id").toString()).isEqualTo("1");
        if (mode == EnforcementMode.ENFORCE) {
            assertThat(received.get("error").get("code").toString()).isEqualTo("-32600");
        } else {
            assertThat(received.get("result").toString()).contains("again");
        }
        assertReported(mode, "ids", MessageDirection.TO_SERVER);
        connection.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
        upstream.sleepInterrupted.await();
    }

    @ParameterizedTest
    @EnumSource
    void an_unexpected_response_is_dropped_and_reported_if_configured(EnforcementMode mode) throws Exception {
        result = "\"result\":{\"tools\":[]}";
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
        RawConnection server = RawConnection.serve(pair.left(), this::respond);
        resources.add(server);
        RawConnection connection = openSession(guard("ids", mode, ServerTarget.channel(pair.right())));
        server.send("{\"jsonrpc\":\"2.0\",\"id\":4711,\"result\":{\"tools\":[]}}");
        connection.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\"}");
        assertThat(connection.receive().get("id").toString()).isEqualTo("7");
        assertReported(mode, "ids", MessageDirection.TO_CLIENT);
    }

    @ParameterizedTest
    @CsvSource({
        "OFF, Mcp-Name, other",
        "WARN, Mcp-Name, other",
        "ENFORCE, Mcp-Name, other",
        "OFF, Mcp-Method, ping",
        "WARN, Mcp-Method, ping",
        "ENFORCE, Mcp-Method, ping",
        "OFF, MCP-Protocol-Version, 2025-11-25",
        "WARN, MCP-Protocol-Version, 2025-11-25",
        "ENFORCE, MCP-Protocol-Version, 2025-11-25"
    })
    void a_header_that_contradicts_the_body_is_rejected_only_in_enforce_mode(
            EnforcementMode mode, String header, String value) throws Exception {
        TestServer upstream = new TestServer(Revision.values());
        resources.add(upstream);
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
        upstream.server.connect(pair.left(), "memory", null);
        Guard guard = guard("headers", mode, ServerTarget.channel(pair.right()));
        try (TenonHttpServer http =
                TenonHttpServer.builder(guard.server()).port(0).start()) {
            assertThat(post(http, "Mcp-Name", "echo").body()).contains("letters");
            assertThat(reports).isEmpty();
            HttpResponse<String> response = post(http, header, value);
            if (mode == EnforcementMode.ENFORCE) {
                assertThat(response.statusCode()).isEqualTo(400);
                assertThat(response.body()).contains("-32020");
            } else {
                assertThat(response.body()).contains("letters");
            }
        }
        assertReported(mode, "headers", MessageDirection.TO_SERVER);
    }

    private static HttpResponse<String> post(TenonHttpServer http, String header, String value) throws Exception {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
                + "\"arguments\":{\"text\":\"letters\"}," + META + "}}";
        HttpRequest request = HttpRequest.newBuilder(http.uri())
                .setHeader("Content-Type", "application/json")
                .setHeader("Accept", "application/json, text/event-stream")
                .setHeader("MCP-Protocol-Version", "2026-07-28")
                .setHeader("Mcp-Method", "tools/call")
                .setHeader("Mcp-Name", "echo")
                .setHeader(header, value)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @ParameterizedTest
    @EnumSource
    void an_unknown_method_is_forwarded_only_where_allowed(EnforcementMode mode) throws Exception {
        result = "\"result\":{\"hello\":\"you\"}";
        RawConnection connection = openSession(guard("methods", mode, newScriptedTarget()));
        connection.send(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"acme/greet\",\"params\":{\"whom\":\"me\",\"x\":[1]}}");
        Json received = connection.receive();
        if (mode == EnforcementMode.ENFORCE) {
            assertThat(received.get("error").get("code").toString()).isEqualTo("-32601");
        } else {
            assertThat(received.get("result").toString()).isEqualTo("{\"hello\":\"you\"}");
            assertThat(forwarded)
                    .filteredOn(sent -> "acme/greet".equals(sent.get("method").string()))
                    .singleElement()
                    .satisfies(
                            sent -> assertThat(sent.get("params").toString()).isEqualTo("{\"whom\":\"me\",\"x\":[1]}"));
        }
        assertReported(mode, "methods", MessageDirection.TO_SERVER);
    }

    @ParameterizedTest
    @EnumSource
    void an_unknown_notification_is_forwarded_only_where_allowed(EnforcementMode mode) throws Exception {
        result = "\"result\":{\"tools\":[]}";
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
        RawConnection server = RawConnection.serve(pair.left(), this::respond);
        resources.add(server);
        RawConnection connection = openSession(guard("methods", mode, ServerTarget.channel(pair.right())));
        connection.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/acme/waved\",\"params\":{\"hands\":2}}");
        server.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/acme/nodded\",\"params\":{\"times\":3}}");
        if (mode != EnforcementMode.ENFORCE) {
            assertThat(connection.receive().toString()).contains("notifications/acme/nodded", "\"times\":3");
        }
        connection.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\"}");
        assertThat(connection.receive().get("id").toString()).isEqualTo("7");
        assertThat(awaitForwarded(mode == EnforcementMode.ENFORCE ? 0 : 1))
                .isEqualTo(mode == EnforcementMode.ENFORCE ? 0 : 1);
        assertThat(reports).hasSize(mode == EnforcementMode.OFF ? 0 : 2);
    }

    /** Returns how often the server received it; a request can overtake a notification. */
    private long awaitForwarded(int expected) throws InterruptedException {
        for (int i = 0; i < 200 && countForwarded() < expected; i++) {
            Thread.sleep(50);
        }
        return countForwarded();
    }

    private long countForwarded() {
        return forwarded.stream()
                .filter(sent -> sent.toString().contains("waved"))
                .count();
    }

    @Test
    void a_message_without_a_method_name_is_rejected_in_every_mode() throws Exception {
        result = "\"result\":{\"tools\":[]}";
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
        RawConnection server = RawConnection.serve(pair.left(), this::respond);
        resources.add(server);
        RawConnection connection =
                openSession(guard("methods", EnforcementMode.OFF, ServerTarget.channel(pair.right())));
        connection.send("{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\" \"}");
        assertThat(connection.receive().get("error").get("code").toString()).isEqualTo("-32601");
        connection.send("{\"jsonrpc\":\"2.0\",\"method\":\"\"}");
        server.send("{\"jsonrpc\":\"2.0\",\"method\":\"\"}");
        connection.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\"}");
        assertThat(connection.receive().get("id").toString()).isEqualTo("7");
    }

    @ParameterizedTest
    @EnumSource(
            value = EnforcementMode.class,
            names = {"OFF", "WARN"})
    void an_unknown_method_is_not_forwarded_to_another_era(EnforcementMode mode) throws Exception {
        RawConnection connection = RawConnection.connectTo(
                guard("methods", mode, newScriptedTarget()).server());
        resources.add(0, connection);
        connection.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"acme/greet\",\"params\":{" + META + "}}");
        assertThat(connection.receive().get("error").get("code").toString()).isEqualTo("-32601");
        assertThat(forwarded)
                .noneMatch(sent -> "acme/greet".equals(sent.get("method").string()));
    }
}
