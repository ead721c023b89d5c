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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A usual request is passed on where it came, without a thread that waits; everything else finds a thread in time. */
class ShortWayTest {
    private final Ways ways = new Ways(true);

    private Stage stage(Revision revision) {
        return new Stage(revision, builder -> builder.observers(ways));
    }

    /** The first call of all has the tools listed, which is waited for. */
    private static void warm(Stage stage) {
        stage.echo("first");
        stage.echo("second");
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25", "V2025_06_18"})
    void what_is_usual_never_leaves_its_event_loop(Revision revision) {
        try (Stage stage = stage(revision)) {
            warm(stage);
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
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void policies_that_never_wait_are_asked_there(Revision revision) {
        PolicyChain policies = new PolicyChain(
                List.of(
                        new PolicyChain.PolicyEntry(new KnownToolPolicy(), EnforcementMode.ENFORCE),
                        new PolicyChain.PolicyEntry(new SchemaPolicy(10), EnforcementMode.ENFORCE)),
                FindingListener.NONE);
        try (Stage stage =
                new Stage(revision, builder -> builder.observers(ways).policies(policies))) {
            warm(stage);
            stage.echo("x");
            assertThat(ways.last().endedOnLoop()).isTrue();
            assertThatThrownBy(() -> stage.client().callTool("nothing", Map.of()))
                    .isInstanceOf(ServerErrorException.class);
            assertThat(ways.last().how().outcome()).isEqualTo(CallOutcome.REFUSED);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_policy_that_may_wait_is_asked_where_it_may(Revision revision) {
        WaitingPolicy waiting = new WaitingPolicy();
        PolicyChain policies = new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(waiting, EnforcementMode.ENFORCE)), FindingListener.NONE);
        try (Stage stage =
                new Stage(revision, builder -> builder.observers(ways).policies(policies))) {
            warm(stage);
            assertThat(stage.echo("x")).contains("said x");
            assertThat(waiting.onLoop).isNotEmpty().containsOnly(false);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void an_observer_may_let_the_answer_go_from_another_thread(Revision revision) {
        try (Stage stage = new Stage(revision, builder -> builder.observers(ways.answeringElsewhere()))) {
            warm(stage);
            assertThat(stage.echo("x")).contains("said x");
            assertThat(ways.last().begunOnLoop()).isTrue();
            assertThat(ways.last().endedOnLoop()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_large_response_is_handled_on_another_thread(Revision revision) {
        try (Stage stage = stage(revision)) {
            warm(stage);
            assertThat(stage.client().callTool("large", Map.of()).content().toString())
                    .contains("x".repeat(300_000));
            assertThat(ways.last().begunOnLoop()).isTrue();
            assertThat(ways.last().endedOnLoop()).isFalse();
            assertThat(stage.client()
                            .callTool("echo", Map.of("text", "y".repeat(200_000)))
                            .content()
                            .toString())
                    .contains("y".repeat(200_000));
            assertThat(ways.last().begunOnLoop()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_stream_in_place_of_an_answer_is_read_there(Revision revision) {
        try (Stage stage = stage(revision)) {
            warm(stage);
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

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_question_in_its_course_reaches_the_client(Revision revision) {
        try (Stage stage = stage(revision)) {
            warm(stage);
            assertThat(stage.client().callTool("ask", Map.of()).content().toString())
                    .contains("Hello Bo");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void no_answer_in_time_is_an_error_and_cancelled_behind(Revision revision) throws Exception {
        ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                .callTimeout(Duration.ofSeconds(2))
                .maxCallTimeout(Duration.ofSeconds(2))
                .build();
        try (Stage stage =
                new Stage(revision, builder -> builder.observers(ways).clientLimits(limits))) {
            warm(stage);
            assertThatThrownBy(() -> stage.client().callTool("sleep", Map.of()))
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> {
                        assertThat(e.code()).isEqualTo(-32603);
                        assertThat(e.serverMessage()).contains("did not respond in time");
                    });
            assertThat(ways.last().begunOnLoop()).isTrue();
            assertThat(stage.tools.interrupted.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(stage.echo("x")).contains("said x");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void a_call_that_the_client_cancels_is_cancelled_behind(Revision revision) throws Exception {
        try (Stage stage = stage(revision)) {
            warm(stage);
            Cancellation cancellation = new Cancellation();
            Thread caller = new Thread(() -> assertThatThrownBy(() -> stage.client()
                            .callTool("sleep", Map.of(), CallOptions.DEFAULT.withCancellation(cancellation)))
                    .isInstanceOf(McpClientException.class));
            caller.start();
            assertThat(stage.tools.sleeping.await(10, TimeUnit.SECONDS)).isTrue();
            cancellation.cancel("enough");
            assertThat(stage.tools.interrupted.await(10, TimeUnit.SECONDS)).isTrue();
            caller.join();
            awaitSeen("sleep");
            assertThat(ways.last().how().outcome()).isEqualTo(CallOutcome.UNANSWERED);
            assertThat(stage.echo("x")).contains("said x");
        }
    }

    private void awaitSeen(String tool) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (System.nanoTime() < until
                && ways.seen().stream()
                        .noneMatch(seen -> tool.equals(seen.exchange().request().targetName()))) {
            Thread.sleep(20);
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(names = {"V2026_07_28", "V2025_11_25"})
    void many_calls_at_once_get_each_its_own_answer_and_none_leaves_its_event_loop(Revision revision) throws Exception {
        try (Stage stage = stage(revision)) {
            warm(stage);
            int before = ways.seen().size();
            List<String> wrong = new CopyOnWriteArrayList<>();
            Crowd.of(8, mine -> {
                for (int i = 0; i < 250; i++) {
                    String text = "thread-" + mine + "-" + i + ".";
                    String said = stage.echo(text);
                    if (!said.contains("said " + text)) {
                        wrong.add(said);
                    }
                }
            });
            assertThat(wrong).isEmpty();
            List<Ways.Seen> many = ways.seen().subList(before, ways.seen().size());
            assertThat(many).hasSize(2000).allMatch(Ways.Seen::begunOnLoop).allMatch(Ways.Seen::endedOnLoop);
        }
    }
}
