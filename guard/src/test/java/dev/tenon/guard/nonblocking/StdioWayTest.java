package dev.tenon.guard.nonblocking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.CallOptions;
import dev.tenon.client.Cancellation;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.ServerErrorException;
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
class StdioWayTest {
    private final Ways ways = new Ways(true);

    private StdioStage stage(Revision revision) {
        return warm(new StdioStage(revision, builder -> builder.observers(ways)));
    }

    /** The first call of all has the tools listed, which is waited for. */
    private static StdioStage warm(StdioStage stage) {
        stage.echo("first");
        stage.echo("second");
        return stage;
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25", "V2025_06_18"})
    void an_ordinary_call_wakes_no_waiting_thread(Revision revision) throws Exception {
        try (StdioStage stage = stage(revision)) {
            assertThat(stage.echo("x")).contains("said x");
            assertThat(ways.last().begunOnLoop()).isTrue();
            assertThat(ways.last().endedOnLoop()).isTrue();
            assertThat(ways.last().how().outcome()).isEqualTo(CallOutcome.PASSED);

            stage.client().readResource("test://one");
            assertThat(ways.last().endedOnLoop()).isTrue();
            stage.client().getPrompt("greet", Map.of());
            assertThat(ways.last().endedOnLoop()).isTrue();
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void policies_that_never_wait_are_asked_there(Revision revision) throws Exception {
        PolicyChain policies = new PolicyChain(
                List.of(
                        new PolicyChain.PolicyEntry(new KnownToolPolicy(), EnforcementMode.ENFORCE),
                        new PolicyChain.PolicyEntry(new SchemaPolicy(10), EnforcementMode.ENFORCE)),
                FindingListener.NONE);
        try (StdioStage stage =
                warm(new StdioStage(revision, builder -> builder.observers(ways).policies(policies)))) {
            stage.echo("x");
            assertThat(ways.last().endedOnLoop()).isTrue();
            assertThatThrownBy(() -> stage.client().callTool("nothing", Map.of()))
                    .isInstanceOf(ServerErrorException.class);
            assertThat(ways.last().how().outcome()).isEqualTo(CallOutcome.REFUSED);
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_policy_that_may_wait_is_asked_where_it_may(Revision revision) throws Exception {
        WaitingPolicy waiting = new WaitingPolicy();
        PolicyChain policies = new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(waiting, EnforcementMode.ENFORCE)), FindingListener.NONE);
        try (StdioStage stage =
                warm(new StdioStage(revision, builder -> builder.observers(ways).policies(policies)))) {
            assertThat(stage.echo("x")).contains("said x");
            assertThat(waiting.onLoop).isNotEmpty().containsOnly(false);
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void an_observer_may_let_the_answer_go_from_another_thread(Revision revision) throws Exception {
        try (StdioStage stage =
                warm(new StdioStage(revision, builder -> builder.observers(ways.answeringElsewhere())))) {
            assertThat(stage.echo("x")).contains("said x");
            assertThat(ways.last().begunOnLoop()).isTrue();
            assertThat(ways.last().endedOnLoop()).isTrue();
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_large_message_is_handled_on_another_thread(Revision revision) throws Exception {
        try (StdioStage stage = stage(revision)) {
            assertThat(StdioStage.call(stage.client(), "large", Map.of())).contains("x".repeat(300_000));
            assertThat(ways.last().begunOnLoop()).isTrue();
            assertThat(ways.last().endedOnLoop()).isFalse();
            assertThat(stage.echo("y".repeat(200_000))).contains("y".repeat(200_000));
            assertThat(ways.last().begunOnLoop()).isFalse();
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void news_of_a_call_come_before_its_answer(Revision revision) throws Exception {
        try (StdioStage stage = stage(revision)) {
            for (int i = 0; i < 20; i++) {
                List<Double> steps = new CopyOnWriteArrayList<>();
                CallOptions options = CallOptions.DEFAULT.onProgress(news -> steps.add(news.progress()));
                assertThat(stage.client()
                                .callTool("count", Map.of(), options)
                                .content()
                                .toString())
                        .contains("counted");
                assertThat(steps).containsExactly(1.0, 2.0, 3.0);
                assertThat(ways.last().begunOnLoop()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_question_in_its_course_reaches_the_client(Revision revision) throws Exception {
        try (StdioStage stage = stage(revision)) {
            assertThat(StdioStage.call(stage.client(), "ask", Map.of())).contains("Hello Bo");
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void no_answer_in_time_is_an_error_and_cancelled_behind(Revision revision) throws Exception {
        ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                .callTimeout(Duration.ofSeconds(3))
                .maxCallTimeout(Duration.ofSeconds(3))
                .build();
        try (StdioStage stage =
                warm(new StdioStage(revision, builder -> builder.observers(ways).clientLimits(limits)))) {
            assertThatThrownBy(() -> stage.client().callTool("sleep", Map.of()))
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> {
                        assertThat(e.code()).isEqualTo(-32603);
                        assertThat(e.serverMessage()).contains("did not respond in time");
                    });
            assertThat(ways.last().begunOnLoop()).isTrue();
            assertThat(StdioStage.call(stage.client(), "interrupted", Map.of())).contains("true");
            assertThat(stage.echo("x")).contains("said x");
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_call_that_the_client_cancels_is_cancelled_behind(Revision revision) throws Exception {
        try (StdioStage stage = stage(revision)) {
            Cancellation cancellation = new Cancellation();
            Thread caller = new Thread(() -> assertThatThrownBy(() -> stage.client()
                            .callTool("sleep", Map.of(), CallOptions.DEFAULT.withCancellation(cancellation)))
                    .isInstanceOf(McpClientException.class));
            caller.start();
            assertThat(StdioStage.call(stage.client(), "sleeping", Map.of())).contains("true");
            cancellation.cancel("enough");
            assertThat(StdioStage.call(stage.client(), "interrupted", Map.of())).contains("true");
            caller.join();
            assertThat(awaitSeen("sleep").how().outcome()).isEqualTo(CallOutcome.UNANSWERED);
            assertThat(awaitSeen("sleep").begunOnLoop()).isTrue();
            assertThat(stage.echo("x")).contains("said x");
        }
    }

    private Ways.Seen awaitSeen(String tool) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (System.nanoTime() < until) {
            for (Ways.Seen one : ways.seen()) {
                if (tool.equals(one.exchange().request().targetName())) {
                    return one;
                }
            }
            Thread.sleep(20);
        }
        throw new AssertionError(tool + " has not ended");
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void many_calls_at_once_get_each_its_own_answer(Revision revision) throws Exception {
        try (StdioStage stage = stage(revision)) {
            List<String> wrong = new CopyOnWriteArrayList<>();
            Crowd.of(8, mine -> {
                for (int i = 0; i < 200; i++) {
                    String said = stage.echo(mine + "-" + i + ".");
                    if (!said.contains("said " + mine + "-" + i + ".")) {
                        wrong.add(said);
                    }
                }
            });
            assertThat(wrong).isEmpty();
            assertThat(ways.seen().stream().filter(Ways.Seen::endedOnLoop)).hasSizeGreaterThan(1500);
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_server_that_dies_in_a_call_is_an_error_and_is_started_again(Revision revision) throws Exception {
        try (StdioStage stage = stage(revision)) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> stage.client().callTool("die", Map.of()))
                        .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.serverMessage())
                                .isEqualTo("The upstream server cannot be reached, or the connection was lost;"
                                        + " try again later"));
                assertThat(ways.last().begunOnLoop()).isTrue();
                assertThat(stage.echo("back")).contains("said back");
                assertThat(stage.echo("again")).contains("said again");
                assertThat(ways.last().endedOnLoop()).isTrue();
            }
        }
    }
}
