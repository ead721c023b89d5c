package dev.tenon.guard.nonblocking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.CallOptions;
import dev.tenon.client.Cancellation;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.nonblocking.CallThreadRecorder.RecordedCall;
import dev.tenon.guard.observer.CallOutcome;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.schema.KnownToolPolicy;
import dev.tenon.guard.policy.schema.SchemaPolicy;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The event loop that receives an ordinary request forwards it without another thread; other requests get a thread. */
class NonBlockingForwardingTest {
    private final CallThreadRecorder recorder = new CallThreadRecorder(true);

    private HttpGuardFixture openFixture(Revision revision) {
        return new HttpGuardFixture(revision, builder -> builder.observers(recorder));
    }

    /** Makes two calls: the first one waits until the guard listed the tools. */
    private static void warmUp(HttpGuardFixture fixture) {
        fixture.echo("first");
        fixture.echo("second");
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25", "V2025_06_18"})
    void an_ordinary_request_stays_on_its_event_loop(Revision revision) {
        try (HttpGuardFixture fixture = openFixture(revision)) {
            warmUp(fixture);
            assertThat(fixture.echo("x")).contains("said x");
            assertThat(recorder.lastCall().startedOnIoThread()).isTrue();
            assertThat(recorder.lastCall().endedOnIoThread()).isTrue();
            assertThat(recorder.lastCall().end().outcome()).isEqualTo(CallOutcome.PASSED);

            fixture.client().readResource("test://one");
            assertThat(recorder.lastCall().endedOnIoThread()).isTrue();
            fixture.client().getPrompt("greet", Map.of());
            assertThat(recorder.lastCall().endedOnIoThread()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void non_blocking_policies_are_evaluated_on_the_same_thread(Revision revision) {
        PolicyChain policies = new PolicyChain(
                List.of(
                        new PolicyChain.PolicyEntry(new KnownToolPolicy(), EnforcementMode.ENFORCE),
                        new PolicyChain.PolicyEntry(new SchemaPolicy(10), EnforcementMode.ENFORCE)),
                FindingListener.NONE);
        try (HttpGuardFixture fixture = new HttpGuardFixture(
                revision, builder -> builder.observers(recorder).policies(policies))) {
            warmUp(fixture);
            fixture.echo("x");
            assertThat(recorder.lastCall().endedOnIoThread()).isTrue();
            assertThatThrownBy(() -> fixture.client().callTool("nothing", Map.of()))
                    .isInstanceOf(ServerErrorException.class);
            assertThat(recorder.lastCall().end().outcome()).isEqualTo(CallOutcome.REFUSED);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_blocking_policy_is_evaluated_on_a_thread_that_may_block(Revision revision) {
        BlockingPolicy blocking = new BlockingPolicy();
        PolicyChain policies = new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(blocking, EnforcementMode.ENFORCE)), FindingListener.NONE);
        try (HttpGuardFixture fixture = new HttpGuardFixture(
                revision, builder -> builder.observers(recorder).policies(policies))) {
            warmUp(fixture);
            assertThat(fixture.echo("x")).contains("said x");
            assertThat(blocking.evaluatedOnIoThread).isNotEmpty().containsOnly(false);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void an_observer_can_continue_a_response_on_another_thread(Revision revision) {
        try (HttpGuardFixture fixture =
                new HttpGuardFixture(revision, builder -> builder.observers(recorder.withResponsesOnNewThread()))) {
            warmUp(fixture);
            assertThat(fixture.echo("x")).contains("said x");
            assertThat(recorder.lastCall().startedOnIoThread()).isTrue();
            assertThat(recorder.lastCall().endedOnIoThread()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_large_response_is_handled_on_another_thread(Revision revision) {
        try (HttpGuardFixture fixture = openFixture(revision)) {
            warmUp(fixture);
            assertThat(fixture.client().callTool("large", Map.of()).content().toString())
                    .contains("x".repeat(300_000));
            assertThat(recorder.lastCall().startedOnIoThread()).isTrue();
            assertThat(recorder.lastCall().endedOnIoThread()).isFalse();
            assertThat(fixture.client()
                            .callTool("echo", Map.of("text", "y".repeat(200_000)))
                            .content()
                            .toString())
                    .contains("y".repeat(200_000));
            assertThat(recorder.lastCall().startedOnIoThread()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_response_stream_is_read_on_the_event_loop(Revision revision) {
        try (HttpGuardFixture fixture = openFixture(revision)) {
            warmUp(fixture);
            List<Double> steps = new CopyOnWriteArrayList<>();
            CallOptions options = CallOptions.DEFAULT.onProgress(progress -> steps.add(progress.progress()));
            assertThat(fixture.client()
                            .callTool("count", Map.of(), options)
                            .content()
                            .toString())
                    .contains("counted");
            assertThat(steps).containsExactly(1.0, 2.0, 3.0);
            assertThat(recorder.lastCall().startedOnIoThread()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void an_input_request_during_a_call_reaches_the_client(Revision revision) {
        try (HttpGuardFixture fixture = openFixture(revision)) {
            warmUp(fixture);
            assertThat(fixture.client().callTool("ask", Map.of()).content().toString())
                    .contains("Hello Bo");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_timeout_is_an_error_and_cancels_the_call_upstream(Revision revision) throws Exception {
        ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                .callTimeout(Duration.ofSeconds(2))
                .maxCallTimeout(Duration.ofSeconds(2))
                .build();
        try (HttpGuardFixture fixture = new HttpGuardFixture(
                revision, builder -> builder.observers(recorder).clientLimits(limits))) {
            warmUp(fixture);
            assertThatThrownBy(() -> fixture.client().callTool("sleep", Map.of()))
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> {
                        assertThat(e.code()).isEqualTo(-32603);
                        assertThat(e.serverMessage()).contains("did not respond in time");
                    });
            assertThat(recorder.lastCall().startedOnIoThread()).isTrue();
            assertThat(fixture.features.sleepInterrupted.await(10, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(fixture.echo("x")).contains("said x");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_call_that_the_client_cancels_is_cancelled_upstream(Revision revision) throws Exception {
        try (HttpGuardFixture fixture = openFixture(revision)) {
            warmUp(fixture);
            Cancellation cancellation = new Cancellation();
            Thread caller = new Thread(() -> assertThatThrownBy(() -> fixture.client()
                            .callTool("sleep", Map.of(), CallOptions.DEFAULT.withCancellation(cancellation)))
                    .isInstanceOf(McpClientException.class));
            caller.start();
            assertThat(fixture.features.sleepStarted.await(10, TimeUnit.SECONDS))
                    .isTrue();
            cancellation.cancel("enough");
            assertThat(fixture.features.sleepInterrupted.await(10, TimeUnit.SECONDS))
                    .isTrue();
            caller.join();
            awaitCall("sleep");
            assertThat(recorder.lastCall().end().outcome()).isEqualTo(CallOutcome.UNANSWERED);
            assertThat(fixture.echo("x")).contains("said x");
        }
    }

    private void awaitCall(String tool) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (System.nanoTime() < until
                && recorder.calls().stream()
                        .noneMatch(call -> tool.equals(call.start().request().targetName()))) {
            Thread.sleep(20);
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void concurrent_calls_get_their_own_responses_and_stay_on_their_event_loops(Revision revision) throws Exception {
        try (HttpGuardFixture fixture = openFixture(revision)) {
            warmUp(fixture);
            int before = recorder.calls().size();
            List<String> wrong = new CopyOnWriteArrayList<>();
            ConcurrentTasks.run(8, number -> {
                for (int i = 0; i < 250; i++) {
                    String text = "thread-" + number + "-" + i + ".";
                    String response = fixture.echo(text);
                    if (!response.contains("said " + text)) {
                        wrong.add(response);
                    }
                }
            });
            assertThat(wrong).isEmpty();
            List<RecordedCall> many =
                    recorder.calls().subList(before, recorder.calls().size());
            assertThat(many)
                    .hasSize(2000)
                    .allMatch(RecordedCall::startedOnIoThread)
                    .allMatch(RecordedCall::endedOnIoThread);
        }
    }
}
