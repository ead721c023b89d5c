package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.observer.NotificationInfo;
import dev.tenon.server.observer.RejectionInfo;
import dev.tenon.server.observer.RequestInfo;
import dev.tenon.server.observer.RequestOutcome;
import dev.tenon.server.observer.ServerObserver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the events that observers of a server receive. */
class ObserverTest {
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<RequestOutcome> outcomes = new CopyOnWriteArrayList<>();
    private final CountDownLatch running = new CountDownLatch(1);
    private McpServer server;
    private RecordingClient client;

    @BeforeEach
    void open() {
        server = TestServers.echoBuilder()
                .observer(new ServerObserver() {
                    @Override
                    public void onRequestStarted(RequestInfo call) {
                        events.add("started " + call.method() + " " + call.target() + " " + call.revision() + " "
                                + (call.principal() == null
                                        ? null
                                        : call.principal().name()));
                    }

                    @Override
                    public void onRequestCompleted(RequestInfo call, RequestOutcome outcome) {
                        events.add("finished " + call.method() + " " + outcome.kind());
                        outcomes.add(outcome);
                    }

                    @Override
                    public void onNotification(NotificationInfo notification) {
                        events.add("notified " + notification.method() + " " + notification.known());
                    }

                    @Override
                    public void onRejection(RejectionInfo refusal) {
                        events.add("refused " + refusal.code());
                    }
                })
                .observer(new ServerObserver() {
                    @Override
                    public void onRequestStarted(RequestInfo call) {
                        throw new IllegalStateException("a bad observer");
                    }
                })
                .tool("fails")
                .handler((in, call) -> {
                    throw new IllegalStateException("boom");
                })
                .tool("slow")
                .handler((in, call) -> {
                    running.countDown();
                    Thread.sleep(60_000);
                    return "";
                })
                .build();
        client = new RecordingClient(server, new CallerPrincipal("ann"));
    }

    @AfterEach
    void close() {
        client.close();
        server.close(Duration.ZERO);
    }

    @Test
    void every_request_is_observed_with_caller_method_and_outcome() throws Exception {
        client.call("echo", "{\"text\":\"x\"}");
        assertThat(events).containsExactly("started tools/call echo 2026-07-28 ann", "finished tools/call DONE");
        assertThat(outcomes.get(0).result().get("content").elements()).hasSize(1);
        assertThat(outcomes.get(0).duration()).isPositive();
    }

    @Test
    void failures_contain_the_incident_that_is_logged() throws Exception {
        RecordingClient.ReceivedResponse response = client.call("fails", "{}");
        assertThat(outcomes.get(0).kind()).isEqualTo(RequestOutcome.OutcomeKind.TOOL_ERROR);
        assertThat(response.text()).contains(outcomes.get(0).incident());
    }

    @Test
    void the_start_and_end_of_rejected_requests_are_observed() throws Exception {
        client.callStateless("nope", "");
        assertThat(events).containsExactly("started nope null 2026-07-28 ann", "finished nope ERROR");
        assertThat(outcomes.get(0).error().code()).isEqualTo(-32601);
    }

    @Test
    void invalid_messages_are_observed_as_rejected_and_notifications_as_known_or_unknown() throws Exception {
        client.sendAndReceive("{");
        client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unheard\"}");
        client.sendAndReceive("[]");
        assertThat(events).containsExactly("refused -32700", "notified notifications/unheard false", "refused -32600");
    }

    @Test
    void a_cancelled_call_is_observed_as_cancelled() throws Exception {
        client.send(client.modernRequest(5, "tools/call", "\"name\":\"slow\""));
        running.await();
        client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":5}}");
        for (int i = 0; i < 500 && outcomes.isEmpty(); i++) {
            Thread.sleep(10);
        }
        assertThat(outcomes.get(0).kind()).isEqualTo(RequestOutcome.OutcomeKind.CANCELLED);
    }

    @Test
    void an_input_request_is_a_separate_outcome() throws Exception {
        server.addTool("asks")
                .handler((in, call) -> call.requestInput("n", ClientInputRequest.form("Who?", TestServers.NAME_FORM))
                        .action()
                        .wireName());
        client.withCapabilities("{\"elicitation\":{}}");
        Json result = client.call("asks", "{}").result();
        assertThat(result.get("resultType").string()).isEqualTo("input_required");
        assertThat(outcomes.get(0).kind()).isEqualTo(RequestOutcome.OutcomeKind.INPUT_REQUIRED);
    }

    @Test
    void an_observer_that_observes_no_requests_still_gets_rejections() throws Exception {
        List<String> notifications = new CopyOnWriteArrayList<>();
        AtomicBoolean observing = new AtomicBoolean();
        ServerObserver observer = new ServerObserver() {
            @Override
            public boolean isObservingRequests() {
                return observing.get();
            }

            @Override
            public void onRequestStarted(RequestInfo call) {
                notifications.add("started");
            }

            @Override
            public void onRequestCompleted(RequestInfo call, RequestOutcome outcome) {
                notifications.add("finished " + outcome.kind());
            }

            @Override
            public void onRejection(RejectionInfo refusal) {
                notifications.add("refused " + refusal.code());
            }
        };
        try (McpServer other = TestServers.echoBuilder()
                        .observer(observer)
                        .observer(ServerObserver.NONE)
                        .build();
                RecordingClient client = new RecordingClient(other)) {
            client.call("echo", "{\"text\":\"x\"}");
            client.sendAndReceive("{");
            assertThat(notifications).containsExactly("refused -32700");
            observing.set(true);
            client.call("echo", "{\"text\":\"x\"}");
            assertThat(notifications).containsExactly("refused -32700", "started", "finished DONE");
        }
    }

    @Test
    void an_observer_whose_check_fails_gets_the_requests() throws Exception {
        List<String> notifications = new CopyOnWriteArrayList<>();
        ServerObserver observer = new ServerObserver() {
            @Override
            public boolean isObservingRequests() {
                throw new IllegalStateException("a bad observer");
            }

            @Override
            public void onRequestCompleted(RequestInfo call, RequestOutcome outcome) {
                notifications.add("finished " + outcome.kind());
            }
        };
        try (McpServer other = TestServers.echoBuilder().observer(observer).build();
                RecordingClient client = new RecordingClient(other)) {
            assertThat(client.call("echo", "{\"text\":\"x\"}").text()).isEqualTo("x");
            assertThat(notifications).containsExactly("finished DONE");
        }
    }

    static Stream<Error> errors() {
        return Stream.of(
                new AssertionError("a bad observer"),
                new NoClassDefFoundError("a bad observer"),
                new StackOverflowError("a bad observer"),
                new InternalError("what is wrong with the JVM"));
    }

    /** An observer that throws an error prevents no response, and all counters are released (issue 20, steady). */
    @ParameterizedTest
    @MethodSource("errors")
    void requests_end_even_if_an_observer_throws(Error error) throws Exception {
        ServerObserver observer = new ServerObserver() {
            @Override
            public boolean isObservingRequests() {
                throw error;
            }

            @Override
            public void onRequestCompleted(RequestInfo call, RequestOutcome outcome) {
                throw error;
            }
        };
        McpServer other = TestServers.echoBuilder().observer(observer).build();
        try (RecordingClient otherClient = new RecordingClient(other)) {
            assertThat(otherClient.call("echo", "{\"text\":\"x\"}").text()).isEqualTo("x");

            long start = System.nanoTime();
            other.close(Duration.ofMinutes(1));
            assertThat(other.status().requests()).isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(40));
        }
    }
}
