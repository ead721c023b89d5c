package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import dev.tenon.model.LogLevel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests messages during a call: progress, log messages and cancellation. */
@BlockedThreadCheck
class ProgressAndLoggingTest {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final CountDownLatch started = new CountDownLatch(1);
    private McpServer server;
    private RecordingClient client;

    @BeforeEach
    void open() {
        server = TestServers.echoBuilder()
                .enableLogging()
                .tool("steps")
                .handler((in, call) -> {
                    call.reportProgress(0, 3.0, "begin");
                    call.reportProgress(1, 3);
                    call.reportProgress(1, 3);
                    call.reportProgress(0.5, 3);
                    call.reportProgress(3, 3);
                    return "done";
                })
                .tool("logs")
                .handler((in, call) -> {
                    for (LogLevel level : LogLevel.values()) {
                        call.log(level, "test", level.wireName());
                    }
                    return "logged";
                })
                .tool("slow")
                .handler((in, call) -> {
                    started.countDown();
                    try {
                        Thread.sleep(60_000);
                    } catch (InterruptedException e) {
                        events.add("interrupted " + call.isCancelled());
                        call.reportProgress(99, 100);
                        call.log(LogLevel.EMERGENCY, "test", "late");
                    }
                    return "late";
                })
                .build();
        client = new RecordingClient(server);
    }

    @AfterEach
    void close() {
        client.close();
        server.close(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"token\"", "7", "123456789012345678901234567890"})
    @Covers({
        "core/progress/token-type",
        "core/progress/increases",
        "core/progress/only-with-token",
        "core/progress/stop-after-completion"
    })
    void progress_precedes_the_result_increases_and_has_its_token(String token) throws Exception {
        client.withMeta(",\"progressToken\":" + token);
        RecordingClient.ReceivedResponse response = client.call("steps", "{}");
        assertThat(response.text()).isEqualTo("done");
        assertThat(response.precedingMessages()).hasSize(3).allSatisfy(n -> {
            assertThat(n.get("method").string()).isEqualTo("notifications/progress");
            assertThat(n.get("params").get("progressToken").toString()).isEqualTo(token);
        });
        assertThat(response.precedingMessages().stream()
                        .map(n -> n.get("params").get("progress").toString()))
                .containsExactly("0", "1", "3");
        assertThat(client.isQuietFor(Duration.ofMillis(100))).isTrue();
    }

    @Test
    @Covers("core/progress/only-with-token")
    void without_a_token_there_is_no_progress() throws Exception {
        assertThat(client.call("steps", "{}").precedingMessages()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "1.5", "{}", "null"})
    @Covers("core/progress/token-type")
    void an_invalid_token_is_rejected(String token) throws Exception {
        client.withMeta(",\"progressToken\":" + token);
        assertThat(client.call("steps", "{}").code()).isEqualTo(-32602);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    void progress_has_a_message_if_the_revision_has_one(String revision) throws Exception {
        client.initialize(revision, "{}");
        RecordingClient.ReceivedResponse response =
                client.callSessionMethod("tools/call", "{\"name\":\"steps\",\"_meta\":{\"progressToken\":1}}");
        boolean has = response.precedingMessages().get(0).get("params").get("message") != null;
        assertThat(has).isEqualTo(!revision.equals("2024-11-05"));
    }

    @Test
    @Covers("core/logging/declare-capability")
    void logging_is_declared() throws Exception {
        assertThat(client.initialize("2025-06-18", "{}").get("capabilities").get("logging"))
                .isNotNull();
        assertThat(client.callStateless("server/discover", "")
                        .result()
                        .get("capabilities")
                        .get("logging"))
                .isNotNull();
    }

    @Test
    @Covers({"2026-07-28/logging/only-on-request", "2026-07-28/logging/below-level-not-sent", "core/logging/levels"})
    void a_stateless_request_gets_the_messages_of_its_log_level() throws Exception {
        assertThat(client.call("logs", "{}").precedingMessages()).isEmpty();
        for (LogLevel level : LogLevel.values()) {
            client.withMeta(",\"io.modelcontextprotocol/logLevel\":\"" + level.wireName() + "\"");
            List<Json> messages = client.call("logs", "{}").precedingMessages();
            assertThat(messages).hasSize(LogLevel.values().length - level.ordinal());
            assertThat(messages.get(0).get("params").get("level").string()).isEqualTo(level.wireName());
            assertThat(messages.get(0).get("params").get("logger").string()).isEqualTo("test");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"verbose\"", "5", "\"INFO\"", "null"})
    @Covers("core/logging/levels")
    void an_invalid_level_is_rejected(String level) throws Exception {
        client.withMeta(",\"io.modelcontextprotocol/logLevel\":" + level);
        assertThat(client.call("logs", "{}").code()).isEqualTo(-32602);
        client.initialize("2025-06-18", "{}");
        assertThat(client.callSessionMethod("logging/setLevel", "{\"level\":" + level + "}")
                        .code())
                .isEqualTo(-32602);
    }

    @Test
    @Covers("core/logging/levels")
    void a_session_gets_the_messages_of_its_log_level() throws Exception {
        client.initialize("2025-06-18", "{}");
        assertThat(client.callSessionMethod("logging/setLevel", "{\"level\":\"error\"}")
                        .result()
                        .members())
                .isEmpty();
        assertThat(client.callInSession("logs", "{}").precedingMessages().stream()
                        .map(n -> n.get("params").get("level").string()))
                .containsExactly("error", "critical", "alert", "emergency");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Covers({"core/cancellation/race", "2026-07-28/stdio/cancel-no-more", "core/jsonrpc/response-always"})
    void a_cancelled_call_is_interrupted_and_sends_nothing_more(boolean modern) throws Exception {
        if (modern) {
            client.withMeta(",\"progressToken\":1,\"io.modelcontextprotocol/logLevel\":\"debug\"");
            client.send(client.modernRequest(5, "tools/call", "\"name\":\"slow\""));
        } else {
            client.initialize("2025-06-18", "{}");
            client.send(
                    RecordingClient.request(5, "tools/call", "{\"name\":\"slow\",\"_meta\":{\"progressToken\":1}}"));
        }
        started.await();
        client.send(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":5,\"reason\":\"bored\"}}");
        assertThat(events.poll(20, TimeUnit.SECONDS)).isEqualTo("interrupted true");
        assertThat(client.isQuietFor(Duration.ofMillis(200))).isTrue();
        assertThat(server.status().requests()).isZero();
        // The id can be used again, and the connection still works.
        assertThat(client.sendAndReceive(client.modernRequest(
                                5, "tools/call", "\"name\":\"echo\",\"arguments\":{\"text\":\"x\"}"))
                        .get("result"))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"requestId\":999}",
                "{\"requestId\":\"5\"}",
                "{\"requestId\":null}",
                "{\"requestId\":{}}",
                "{\"requestId\":5.0}",
                "{}",
                "{\"reason\":5}"
            })
    @Covers({
        "core/cancellation/only-own-inflight",
        "core/jsonrpc/id-type-strict-match",
        "2026-07-28/cancellation/request-id-required",
        "2025-11-25/cancellation/request-id-required-non-task",
        "core/jsonrpc/notification-no-response"
    })
    void a_cancellation_of_no_request_in_flight_has_no_effect(String params) throws Exception {
        client.send(client.modernRequest(5, "tools/call", "\"name\":\"slow\""));
        started.await();
        client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":" + params + "}");
        assertThat(client.isQuietFor(Duration.ofMillis(100))).isTrue();
        assertThat(events).isEmpty();
        assertThat(server.status().requests()).isEqualTo(1);
    }

    @Test
    void progress_restarts_the_timeout_of_a_call_and_the_maximum_duration_ends_it() throws Exception {
        try (McpServer patient = working(10, Duration.ofMinutes(1));
                RecordingClient client = new RecordingClient(patient)) {
            assertThat(client.call("works", "{}").text()).isEqualTo("finished");
        }
        try (McpServer strict = working(1000, Duration.ofMillis(2100));
                RecordingClient client = new RecordingClient(strict)) {
            assertThat(client.call("works", "{}").isToolError()).isTrue();
        }
    }

    /** Returns a server with a tool that reports progress more often than its timeout. */
    private static McpServer working(int steps, Duration maxDuration) {
        return McpServer.builder("strict", "1")
                .limits(Limits.DEFAULT.toBuilder()
                        .requestTimeout(Duration.ofSeconds(2))
                        .maxRequestDuration(maxDuration)
                        .build())
                .tool("works")
                .handler((in, call) -> {
                    for (int i = 1; i <= steps; i++) {
                        Thread.sleep(220);
                        call.reportProgress(i, 1000);
                    }
                    return "finished";
                })
                .build();
    }
}
