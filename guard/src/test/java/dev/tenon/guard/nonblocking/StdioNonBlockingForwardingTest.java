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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * With stdio on both sides, the reader thread that receives an ordinary request forwards it, and the one that receives
 * the response returns it.
 */
@Timeout(60)
class StdioNonBlockingForwardingTest {
    private final CallThreadRecorder recorder = new CallThreadRecorder(true);

    private StdioGuardFixture openFixture(Revision revision) {
        return warmUp(new StdioGuardFixture(revision, builder -> builder.observers(recorder)));
    }

    /** Makes two calls: the first one waits until the guard listed the tools. */
    private static StdioGuardFixture warmUp(StdioGuardFixture fixture) {
        fixture.echo("first");
        fixture.echo("second");
        return fixture;
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25", "V2025_06_18"})
    void an_ordinary_call_stays_on_reader_threads(Revision revision) throws Exception {
        try (StdioGuardFixture fixture = openFixture(revision)) {
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
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void non_blocking_policies_are_evaluated_on_the_same_thread(Revision revision) throws Exception {
        PolicyChain policies = new PolicyChain(
                List.of(
                        new PolicyChain.PolicyEntry(new KnownToolPolicy(), EnforcementMode.ENFORCE),
                        new PolicyChain.PolicyEntry(new SchemaPolicy(10), EnforcementMode.ENFORCE)),
                FindingListener.NONE);
        try (StdioGuardFixture fixture = warmUp(new StdioGuardFixture(
                revision, builder -> builder.observers(recorder).policies(policies)))) {
            fixture.echo("x");
            assertThat(recorder.lastCall().endedOnIoThread()).isTrue();
            assertThatThrownBy(() -> fixture.client().callTool("nothing", Map.of()))
                    .isInstanceOf(ServerErrorException.class);
            assertThat(recorder.lastCall().end().outcome()).isEqualTo(CallOutcome.REFUSED);
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_blocking_policy_is_evaluated_on_a_thread_that_may_block(Revision revision) throws Exception {
        BlockingPolicy blocking = new BlockingPolicy();
        PolicyChain policies = new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(blocking, EnforcementMode.ENFORCE)), FindingListener.NONE);
        try (StdioGuardFixture fixture = warmUp(new StdioGuardFixture(
                revision, builder -> builder.observers(recorder).policies(policies)))) {
            assertThat(fixture.echo("x")).contains("said x");
            assertThat(blocking.evaluatedOnIoThread).isNotEmpty().containsOnly(false);
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void an_observer_can_continue_a_response_on_another_thread(Revision revision) throws Exception {
        try (StdioGuardFixture fixture = warmUp(
                new StdioGuardFixture(revision, builder -> builder.observers(recorder.withResponsesOnNewThread())))) {
            assertThat(fixture.echo("x")).contains("said x");
            assertThat(recorder.lastCall().startedOnIoThread()).isTrue();
            assertThat(recorder.lastCall().endedOnIoThread()).isTrue();
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_large_message_is_handled_on_another_thread(Revision revision) throws Exception {
        try (StdioGuardFixture fixture = openFixture(revision)) {
            assertThat(StdioGuardFixture.call(fixture.client(), "large", Map.of()))
                    .contains("x".repeat(300_000));
            assertThat(recorder.lastCall().startedOnIoThread()).isTrue();
            assertThat(recorder.lastCall().endedOnIoThread()).isFalse();
            assertThat(fixture.echo("y".repeat(200_000))).contains("y".repeat(200_000));
            assertThat(recorder.lastCall().startedOnIoThread()).isFalse();
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void progress_arrives_before_the_response(Revision revision) throws Exception {
        try (StdioGuardFixture fixture = openFixture(revision)) {
            for (int i = 0; i < 20; i++) {
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
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void an_input_request_during_a_call_reaches_the_client(Revision revision) throws Exception {
        try (StdioGuardFixture fixture = openFixture(revision)) {
            assertThat(StdioGuardFixture.call(fixture.client(), "ask", Map.of()))
                    .contains("Hello Bo");
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_timeout_is_an_error_and_cancels_the_call_upstream(Revision revision) throws Exception {
        ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                .callTimeout(Duration.ofSeconds(3))
                .maxCallTimeout(Duration.ofSeconds(3))
                .build();
        try (StdioGuardFixture fixture = warmUp(new StdioGuardFixture(
                revision, builder -> builder.observers(recorder).clientLimits(limits)))) {
            assertThatThrownBy(() -> fixture.client().callTool("sleep", Map.of()))
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> {
                        assertThat(e.code()).isEqualTo(-32603);
                        assertThat(e.serverMessage()).contains("did not respond in time");
                    });
            assertThat(recorder.lastCall().startedOnIoThread()).isTrue();
            assertThat(StdioGuardFixture.call(fixture.client(), "interrupted", Map.of()))
                    .contains("true");
            assertThat(fixture.echo("x")).contains("said x");
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_call_that_the_client_cancels_is_cancelled_upstream(Revision revision) throws Exception {
        try (StdioGuardFixture fixture = openFixture(revision)) {
            Cancellation cancellation = new Cancellation();
            Thread caller = new Thread(() -> assertThatThrownBy(() -> fixture.client()
                            .callTool("sleep", Map.of(), CallOptions.DEFAULT.withCancellation(cancellation)))
                    .isInstanceOf(McpClientException.class));
            caller.start();
            assertThat(StdioGuardFixture.call(fixture.client(), "sleeping", Map.of()))
                    .contains("true");
            cancellation.cancel("enough");
            assertThat(StdioGuardFixture.call(fixture.client(), "interrupted", Map.of()))
                    .contains("true");
            caller.join();
            assertThat(awaitCall("sleep").end().outcome()).isEqualTo(CallOutcome.UNANSWERED);
            assertThat(awaitCall("sleep").startedOnIoThread()).isTrue();
            assertThat(fixture.echo("x")).contains("said x");
        }
    }

    private RecordedCall awaitCall(String tool) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (System.nanoTime() < until) {
            for (RecordedCall call : recorder.calls()) {
                if (tool.equals(call.start().request().targetName())) {
                    return call;
                }
            }
            Thread.sleep(20);
        }
        throw new AssertionError(tool + " has not ended");
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void concurrent_calls_get_their_own_responses(Revision revision) throws Exception {
        try (StdioGuardFixture fixture = openFixture(revision)) {
            List<String> wrong = new CopyOnWriteArrayList<>();
            ConcurrentTasks.run(8, number -> {
                for (int i = 0; i < 200; i++) {
                    String response = fixture.echo(number + "-" + i + ".");
                    if (!response.contains("said " + number + "-" + i + ".")) {
                        wrong.add(response);
                    }
                }
            });
            assertThat(wrong).isEmpty();
            assertThat(recorder.calls().stream().filter(RecordedCall::endedOnIoThread))
                    .hasSizeGreaterThan(1500);
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_crash_during_a_call_is_an_error_and_the_server_is_restarted(Revision revision) throws Exception {
        try (StdioGuardFixture fixture = openFixture(revision)) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> fixture.client().callTool("die", Map.of()))
                        .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.serverMessage())
                                .isEqualTo("The upstream server cannot be reached, or the connection was lost;"
                                        + " try again later"));
                assertThat(recorder.lastCall().startedOnIoThread()).isTrue();
                assertThat(fixture.echo("back")).contains("said back");
                assertThat(fixture.echo("again")).contains("said again");
                assertThat(recorder.lastCall().endedOnIoThread()).isTrue();
            }
        }
    }
}
