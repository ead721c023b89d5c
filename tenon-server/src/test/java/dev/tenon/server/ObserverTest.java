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

/** What somebody who watches the server sees. */
class ObserverTest {
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<RequestOutcome> outcomes = new CopyOnWriteArrayList<>();
    private final CountDownLatch running = new CountDownLatch(1);
    private McpServer server;
    private Wiretap tap;

    @BeforeEach
    void open() {
        server = TestServers.echoing()
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
        tap = new Wiretap(server, new CallerPrincipal("ann"));
    }

    @AfterEach
    void close() {
        tap.close();
        server.close(Duration.ZERO);
    }

    @Test
    void every_call_is_seen_with_who_what_and_how_it_ended() throws Exception {
        tap.call("echo", "{\"text\":\"x\"}");
        assertThat(events).containsExactly("started tools/call echo 2026-07-28 ann", "finished tools/call DONE");
        assertThat(outcomes.get(0).result().get("content").elements()).hasSize(1);
        assertThat(outcomes.get(0).duration()).isPositive();
    }

    @Test
    void failures_carry_the_incident_that_the_log_explains() throws Exception {
        Wiretap.Heard answer = tap.call("fails", "{}");
        assertThat(outcomes.get(0).kind()).isEqualTo(RequestOutcome.OutcomeKind.TOOL_ERROR);
        assertThat(answer.text()).contains(outcomes.get(0).incident());
    }

    @Test
    void requests_that_are_refused_are_seen_from_beginning_to_end() throws Exception {
        tap.modern("nope", "");
        assertThat(events).containsExactly("started nope null 2026-07-28 ann", "finished nope ERROR");
        assertThat(outcomes.get(0).error().code()).isEqualTo(-32601);
    }

    @Test
    void what_is_no_message_is_seen_as_refused_and_notifications_as_known_or_not() throws Exception {
        tap.ask("{");
        tap.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unheard\"}");
        tap.ask("[]");
        assertThat(events).containsExactly("refused -32700", "notified notifications/unheard false", "refused -32600");
    }

    @Test
    void a_cancelled_call_is_seen_as_cancelled() throws Exception {
        tap.send(tap.modernText(5, "tools/call", "\"name\":\"slow\""));
        running.await();
        tap.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":5}}");
        for (int i = 0; i < 500 && outcomes.isEmpty(); i++) {
            Thread.sleep(10);
        }
        assertThat(outcomes.get(0).kind()).isEqualTo(RequestOutcome.OutcomeKind.CANCELLED);
    }

    @Test
    void a_question_to_the_client_is_an_outcome_of_its_own() throws Exception {
        server.addTool("asks")
                .handler((in, call) -> call.requestInput("n", ClientInputRequest.form("Who?", TestServers.NAME_FORM))
                        .action()
                        .wireName());
        tap.declaring("{\"elicitation\":{}}");
        Json result = tap.call("asks", "{}").result();
        assertThat(result.get("resultType").string()).isEqualTo("input_required");
        assertThat(outcomes.get(0).kind()).isEqualTo(RequestOutcome.OutcomeKind.INPUT_REQUIRED);
    }

    @Test
    void an_observer_that_watches_no_calls_is_told_of_none_and_still_of_refusals() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        AtomicBoolean watching = new AtomicBoolean();
        ServerObserver observer = new ServerObserver() {
            @Override
            public boolean isObservingRequests() {
                return watching.get();
            }

            @Override
            public void onRequestStarted(RequestInfo call) {
                told.add("started");
            }

            @Override
            public void onRequestCompleted(RequestInfo call, RequestOutcome outcome) {
                told.add("finished " + outcome.kind());
            }

            @Override
            public void onRejection(RejectionInfo refusal) {
                told.add("refused " + refusal.code());
            }
        };
        try (McpServer other = TestServers.echoing()
                        .observer(observer)
                        .observer(ServerObserver.NONE)
                        .build();
                Wiretap client = new Wiretap(other)) {
            client.call("echo", "{\"text\":\"x\"}");
            client.ask("{");
            assertThat(told).containsExactly("refused -32700");
            watching.set(true);
            client.call("echo", "{\"text\":\"x\"}");
            assertThat(told).containsExactly("refused -32700", "started", "finished DONE");
        }
    }

    @Test
    void an_observer_that_fails_to_say_whether_it_watches_is_told() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        ServerObserver observer = new ServerObserver() {
            @Override
            public boolean isObservingRequests() {
                throw new IllegalStateException("a bad observer");
            }

            @Override
            public void onRequestCompleted(RequestInfo call, RequestOutcome outcome) {
                told.add("finished " + outcome.kind());
            }
        };
        try (McpServer other = TestServers.echoing().observer(observer).build();
                Wiretap client = new Wiretap(other)) {
            assertThat(client.call("echo", "{\"text\":\"x\"}").text()).isEqualTo("x");
            assertThat(told).containsExactly("finished DONE");
        }
    }

    static Stream<Error> errors() {
        return Stream.of(
                new AssertionError("a bad observer"),
                new NoClassDefFoundError("a bad observer"),
                new StackOverflowError("a bad observer"),
                new InternalError("what is wrong with the JVM"));
    }

    /** An observer that fails with an error costs no reply, and nothing stays counted (issue 20, steady). */
    @ParameterizedTest
    @MethodSource("errors")
    void requests_end_whatever_an_observer_throws(Error error) throws Exception {
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
        McpServer other = TestServers.echoing().observer(observer).build();
        try (Wiretap tapped = new Wiretap(other)) {
            assertThat(tapped.call("echo", "{\"text\":\"x\"}").text()).isEqualTo("x");

            long began = System.nanoTime();
            other.close(Duration.ofMinutes(1));
            assertThat(other.status().requests()).isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(40));
        }
    }
}
