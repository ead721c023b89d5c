package dev.tenon.guard.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.Subscription;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.ChangeRecorder;
import dev.tenon.guard.Conditions;
import dev.tenon.model.Revision;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Members that are replaced, removed, added, or crash. */
class MemberReplacementTest {
    private static final ServerTarget UNREACHABLE = ServerTarget.command("/does/not/exist");

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void all_members_notify_of_changes(Revision downstream) throws Exception {
        ChangeRecorder recorder = new ChangeRecorder();
        TestMember old = TestMember.ofHttpServer("old", Revision.V2025_11_25);
        TestMember modern = TestMember.ofHttpServer("fresh", Revision.V2026_07_28);
        try (ServedAggregate served =
                        new ServedAggregate(List.of(old, modern), old.toMember("old_"), modern.toMember("fresh_"));
                McpClient client = served.client(McpClient.builder("front", "1").listener(recorder), downstream)) {
            // The first is known from the list; the second is not known yet.
            client.resources().toList();
            SubscriptionFilter filter = SubscriptionFilter.NONE
                    .withToolsListChanged(true)
                    .withResourceSubscriptions(List.of("old://one", "fresh://items/7"));
            try (Subscription subscription = client.subscribe(filter)) {
                assertThat(subscription.acceptedFilter()).isEqualTo(filter);
                old.sample().server.notifyResourceUpdated("old://one");
                assertThat(recorder.awaitChanges(1)).containsExactly("old://one");
                modern.sample().server.notifyResourceUpdated("fresh://items/7");
                assertThat(recorder.awaitChanges(1)).containsExactly("fresh://items/7");
                old.sample().server.addTool("later").handler((in, call) -> "late");
                assertThat(recorder.awaitChanges(1)).containsExactly("tools");
                modern.sample().server.addTool("later").handler((in, call) -> "late");
                assertThat(recorder.awaitChanges(1)).containsExactly("tools");
                assertThat(ServedAggregate.call(client, "fresh_later")).isEqualTo("late");
            }
            Conditions.await(
                    Duration.ofSeconds(20), () -> served.server.status().subscriptions() == 0);
            old.sample().server.notifyResourceUpdated("old://one");
            modern.sample().server.notifyResourceUpdated("fresh://items/7");
            assertThat(recorder.poll(300, TimeUnit.MILLISECONDS)).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void an_unreachable_member_is_omitted(Revision downstream) {
        TestMember down = TestMember.ofTarget("down", UNREACHABLE);
        TestMember up = TestMember.ofHttpServer("up", Revision.V2025_11_25);
        try (ServedAggregate served =
                        new ServedAggregate(List.of(down, up), down.toMember("down_"), up.toMember("up_"));
                McpClient client = served.client(downstream)) {
            assertThat(client.server().instructions()).contains("I am up.").doesNotContain("down");
            assertThat(client.tools().toList()).hasSize(7).allMatch(tool -> tool.name()
                    .startsWith("up_"));
            assertThat(ServedAggregate.text(client.readResource("up://one"))).isEqualTo("one of up");
            assertThatThrownBy(() -> client.callTool("down_where", Map.of()))
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.code())
                            .isEqualTo(-32603))
                    .hasMessageContaining("cannot be reached");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void the_client_gets_an_error_if_all_members_are_unreachable(Revision downstream) {
        TestMember one = TestMember.ofTarget("one", UNREACHABLE);
        TestMember two = TestMember.ofTarget("two", ServerTarget.http(URI.create("http://127.0.0.1:1/mcp")));
        try (ServedAggregate served = new ServedAggregate(List.of(one, two), one.toMember("1_"), two.toMember("2_"))) {
            // A client that cannot discover a server tries a handshake, and reports its failure.
            assertThatThrownBy(() -> served.client(downstream).close())
                    .hasMessageContaining(downstream.isStateless() ? "does not speak" : "cannot be reached")
                    .hasMessageNotContaining("/does/not/exist");
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void a_crashed_member_does_not_affect_others_and_recovers(Revision downstream) {
        TestMember crashing = TestMember.ofProcess("mortal", Revision.V2025_11_25);
        TestMember other = TestMember.ofHttpServer("other", Revision.V2026_07_28);
        try (ServedAggregate served =
                        new ServedAggregate(List.of(crashing, other), crashing.toMember("m_"), other.toMember("o_"));
                McpClient client = served.client(downstream)) {
            assertThat(ServedAggregate.call(client, "m_where")).isEqualTo("mortal");
            assertThatThrownBy(() -> client.callTool("m_die", Map.of()))
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.code())
                            .isEqualTo(-32603));
            assertThat(ServedAggregate.call(client, "o_where")).isEqualTo("other");
            assertThat(ServedAggregate.call(client, "m_where")).isEqualTo("mortal");
            assertThat(client.tools().toList()).hasSize(14);
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void members_are_replaced_during_calls(Revision downstream) throws Exception {
        ChangeRecorder recorder = new ChangeRecorder();
        TestMember kept = TestMember.ofHttpServer("stays", Revision.V2025_11_25);
        TestMember replaced = TestMember.ofHttpServer("goes", Revision.V2025_11_25);
        TestMember added = TestMember.ofHttpServer("comes", Revision.V2026_07_28);
        AggregateMember keptMember = kept.toMember("s_");
        ExecutorService threads = Executors.newCachedThreadPool();
        try (ServedAggregate served =
                        new ServedAggregate(List.of(kept, replaced, added), keptMember, replaced.toMember("g_"));
                McpClient client = served.client(McpClient.builder("front", "1").listener(recorder), downstream);
                Subscription changes = client.subscribe(SubscriptionFilter.NONE
                        .withToolsListChanged(true)
                        .withPromptsListChanged(true)
                        .withResourcesListChanged(true))) {
            Future<String> replacedCall = threads.submit(() -> ServedAggregate.call(client, "g_wait"));
            Future<String> keptCall = threads.submit(() -> ServedAggregate.call(client, "s_wait"));
            assertThat(replaced.sample().waitStarted.await(10, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(kept.sample().waitStarted.await(10, TimeUnit.SECONDS)).isTrue();
            int before = kept.connectionCount();

            served.aggregate.replaceMembers(List.of(keptMember, added.toMember("c_")));

            assertThat(recorder.awaitChanges(3)).containsExactly("tools", "prompts", "resources");
            assertThat(client.tools().toList())
                    .extracting(Tool::name)
                    .contains("s_where", "c_where")
                    .hasSize(14);
            assertThat(ServedAggregate.call(client, "c_where")).isEqualTo("comes");
            assertThatThrownBy(() -> client.callTool("g_where", Map.of()))
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.code())
                            .isEqualTo(-32602));
            assertThat(replaced.removed.await(300, TimeUnit.MILLISECONDS))
                    .as("removed during a call")
                    .isFalse();
            replaced.sample().waitReleased.countDown();
            kept.sample().waitReleased.countDown();
            assertThat(replacedCall.get(10, TimeUnit.SECONDS)).isEqualTo("waited at goes");
            assertThat(keptCall.get(10, TimeUnit.SECONDS)).isEqualTo("waited at stays");
            assertThat(replaced.removed.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(kept.connectionCount())
                    .as("connections to the kept member")
                    .isEqualTo(before);
            assertThat(changes.isClosed()).isFalse();
            added.sample().server.addTool("later").handler((in, call) -> "late");
            assertThat(recorder.awaitChanges(1)).containsExactly("tools");
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void no_call_is_lost_while_members_are_replaced_repeatedly(Revision downstream) throws Exception {
        TestMember one = TestMember.ofHttpServer("one", Revision.V2025_11_25);
        TestMember two = TestMember.ofHttpServer("two", Revision.V2026_07_28);
        AggregateMember first = one.toMember("1_");
        ExecutorService threads = Executors.newCachedThreadPool();
        try (ServedAggregate served = new ServedAggregate(List.of(one, two), first, two.toMember("2_"));
                McpClient client = served.client(downstream)) {
            List<Future<Integer>> callers = new ArrayList<>();
            for (String tool : List.of("1_where", "2_where")) {
                callers.add(threads.submit(() -> {
                    int wrong = 0;
                    for (int i = 0; i < 15; i++) {
                        wrong += ServedAggregate.call(client, tool).isEmpty() ? 1 : 0;
                    }
                    return wrong;
                }));
            }
            while (callers.stream().anyMatch(caller -> !caller.isDone())) {
                // A new member each time, with another forwarder to the same server.
                served.aggregate.replaceMembers(List.of(first, two.toMemberWithNewGuard("2_")));
                Thread.sleep(100);
            }
            for (Future<Integer> caller : callers) {
                assertThat(caller.get(1, TimeUnit.SECONDS)).isZero();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Issue 20, "it holds": a client with a resource subscription is notified after its server was replaced. */
    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({"V2025_11_25,1_", "V2026_07_28,1_", "V2025_11_25,''", "V2026_07_28,''"})
    void subscriptions_continue_at_the_new_member(Revision downstream, String prefix) throws Exception {
        ChangeRecorder recorder = new ChangeRecorder();
        TestMember one = TestMember.ofHttpServer("one", Revision.V2025_11_25);
        try (ServedAggregate served = new ServedAggregate(List.of(one), one.toMember(prefix));
                McpClient client = served.client(McpClient.builder("front", "1").listener(recorder), downstream);
                Subscription subscription = client.subscribe(
                        SubscriptionFilter.NONE.withResourceSubscriptions(List.of("one://one", "one://items/7")))) {
            assertThat(subscription.acceptedFilter().resourceSubscriptions()).hasSize(2);
            one.sample().server.notifyResourceUpdated("one://one");
            assertThat(recorder.awaitChanges(1)).containsExactly("one://one");

            served.aggregate.replaceMembers(List.of(one.toMemberWithNewGuard(prefix)));

            Conditions.await(Duration.ofSeconds(20), () -> downstream.isStateless() || one.connectionCount() == 0);
            List<String> received = new ArrayList<>();
            Conditions.await(Duration.ofSeconds(20), () -> {
                one.sample().server.notifyResourceUpdated("one://items/7");
                received.add(poll(recorder));
                return received.contains("one://items/7");
            });
            subscription.close();
            Conditions.await(Duration.ofSeconds(20), () -> {
                one.sample().server.notifyResourceUpdated("one://items/7");
                return poll(recorder).equals("null");
            });
        }
    }

    private static String poll(ChangeRecorder recorder) {
        try {
            return String.valueOf(recorder.poll(200, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_slow_member_does_not_delay_the_others() throws Exception {
        ChangeRecorder recorder = new ChangeRecorder();
        TestMember slow = TestMember.ofProcess("slow", Revision.V2025_11_25);
        TestMember quick = TestMember.ofHttpServer("quick", Revision.V2025_11_25);
        try (ServedAggregate served = new ServedAggregate(
                        Duration.ofMillis(1), List.of(slow, quick), slow.toMember("s_"), quick.toMember("q_"));
                McpClient client =
                        served.client(McpClient.builder("front", "1").listener(recorder), Revision.V2025_11_25)) {
            assertThat(ServedAggregate.call(client, "q_where")).isEqualTo("quick");
            assertThat(recorder.awaitChanges(3)).containsExactly("tools", "prompts", "resources");
            assertThat(ServedAggregate.call(client, "s_where")).isEqualTo("slow");
        }
    }

    @Test
    void duplicate_names_and_prefixes_are_rejected_without_changes() {
        TestMember one = TestMember.ofHttpServer("one", Revision.V2025_11_25);
        TestMember two = TestMember.ofHttpServer("two", Revision.V2025_11_25);
        try (ServedAggregate served = new ServedAggregate(List.of(one, two), one.toMember("1_"))) {
            assertThatThrownBy(() -> served.aggregate.replaceMembers(List.of(one.toMember("1_"), two.toMember("1_"))))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> served.aggregate.replaceMembers(List.of(one.toMember("1_"), one.toMember("2_"))))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(served.aggregate.members()).hasSize(1);
        }
    }
}
