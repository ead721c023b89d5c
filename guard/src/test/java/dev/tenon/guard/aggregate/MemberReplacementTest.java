package dev.tenon.guard.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.Subscription;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.Await;
import dev.tenon.guard.RecordedChanges;
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
    private static final ServerTarget NOWHERE = ServerTarget.command("/does/not/exist");

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void all_members_notify_of_changes(Revision downstream) throws Exception {
        RecordedChanges notified = new RecordedChanges();
        TestMember old = TestMember.http("old", Revision.V2025_11_25);
        TestMember fresh = TestMember.http("fresh", Revision.V2026_07_28);
        try (ServedAggregate town =
                        new ServedAggregate(List.of(old, fresh), old.prefixed("old_"), fresh.prefixed("fresh_"));
                McpClient client = town.client(McpClient.builder("front", "1").listener(notified), downstream)) {
            // The first is known from the list; the second is not known yet.
            client.resources().toList();
            SubscriptionFilter wanted = SubscriptionFilter.NONE
                    .withToolsListChanged(true)
                    .withResourceSubscriptions(List.of("old://one", "fresh://items/7"));
            try (Subscription subscription = client.subscribe(wanted)) {
                assertThat(subscription.acceptedFilter()).isEqualTo(wanted);
                old.sample().server.notifyResourceUpdated("old://one");
                assertThat(notified.next(1)).containsExactly("old://one");
                fresh.sample().server.notifyResourceUpdated("fresh://items/7");
                assertThat(notified.next(1)).containsExactly("fresh://items/7");
                old.sample().server.addTool("later").handler((in, call) -> "late");
                assertThat(notified.next(1)).containsExactly("tools");
                fresh.sample().server.addTool("later").handler((in, call) -> "late");
                assertThat(notified.next(1)).containsExactly("tools");
                assertThat(ServedAggregate.call(client, "fresh_later")).isEqualTo("late");
            }
            Await.within(Duration.ofSeconds(20), () -> town.server.status().subscriptions() == 0);
            old.sample().server.notifyResourceUpdated("old://one");
            fresh.sample().server.notifyResourceUpdated("fresh://items/7");
            assertThat(notified.poll(300, TimeUnit.MILLISECONDS)).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void an_unreachable_member_is_omitted(Revision downstream) {
        TestMember down = TestMember.at("down", NOWHERE);
        TestMember up = TestMember.http("up", Revision.V2025_11_25);
        try (ServedAggregate town = new ServedAggregate(List.of(down, up), down.prefixed("down_"), up.prefixed("up_"));
                McpClient client = town.client(downstream)) {
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
        TestMember one = TestMember.at("one", NOWHERE);
        TestMember two = TestMember.at("two", ServerTarget.http(URI.create("http://127.0.0.1:1/mcp")));
        try (ServedAggregate town = new ServedAggregate(List.of(one, two), one.prefixed("1_"), two.prefixed("2_"))) {
            // A client that cannot discover a server tries a handshake, and reports its failure.
            assertThatThrownBy(() -> town.client(downstream).close())
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
        TestMember mortal = TestMember.program("mortal", Revision.V2025_11_25);
        TestMember other = TestMember.http("other", Revision.V2026_07_28);
        try (ServedAggregate town =
                        new ServedAggregate(List.of(mortal, other), mortal.prefixed("m_"), other.prefixed("o_"));
                McpClient client = town.client(downstream)) {
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
        RecordedChanges notified = new RecordedChanges();
        TestMember stays = TestMember.http("stays", Revision.V2025_11_25);
        TestMember goes = TestMember.http("goes", Revision.V2025_11_25);
        TestMember comes = TestMember.http("comes", Revision.V2026_07_28);
        AggregateMember staying = stays.prefixed("s_");
        ExecutorService threads = Executors.newCachedThreadPool();
        try (ServedAggregate town = new ServedAggregate(List.of(stays, goes, comes), staying, goes.prefixed("g_"));
                McpClient client = town.client(McpClient.builder("front", "1").listener(notified), downstream);
                Subscription changes = client.subscribe(SubscriptionFilter.NONE
                        .withToolsListChanged(true)
                        .withPromptsListChanged(true)
                        .withResourcesListChanged(true))) {
            Future<String> leaving = threads.submit(() -> ServedAggregate.call(client, "g_wait"));
            Future<String> going = threads.submit(() -> ServedAggregate.call(client, "s_wait"));
            assertThat(goes.sample().waiting.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(stays.sample().waiting.await(10, TimeUnit.SECONDS)).isTrue();
            int before = stays.connections();

            town.joint.replaceMembers(List.of(staying, comes.prefixed("c_")));

            assertThat(notified.next(3)).containsExactly("tools", "prompts", "resources");
            assertThat(client.tools().toList())
                    .extracting(Tool::name)
                    .contains("s_where", "c_where")
                    .hasSize(14);
            assertThat(ServedAggregate.call(client, "c_where")).isEqualTo("comes");
            assertThatThrownBy(() -> client.callTool("g_where", Map.of()))
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> assertThat(e.code())
                            .isEqualTo(-32602));
            assertThat(goes.gone.await(300, TimeUnit.MILLISECONDS))
                    .as("gone while a call is under way")
                    .isFalse();
            goes.sample().released.countDown();
            stays.sample().released.countDown();
            assertThat(leaving.get(10, TimeUnit.SECONDS)).isEqualTo("waited at goes");
            assertThat(going.get(10, TimeUnit.SECONDS)).isEqualTo("waited at stays");
            assertThat(goes.gone.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(stays.connections())
                    .as("connections to the one that stays")
                    .isEqualTo(before);
            assertThat(changes.isClosed()).isFalse();
            comes.sample().server.addTool("later").handler((in, call) -> "late");
            assertThat(notified.next(1)).containsExactly("tools");
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
        TestMember one = TestMember.http("one", Revision.V2025_11_25);
        TestMember two = TestMember.http("two", Revision.V2026_07_28);
        AggregateMember first = one.prefixed("1_");
        ExecutorService threads = Executors.newCachedThreadPool();
        try (ServedAggregate town = new ServedAggregate(List.of(one, two), first, two.prefixed("2_"));
                McpClient client = town.client(downstream)) {
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
                town.joint.replaceMembers(List.of(first, two.another("2_")));
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
        RecordedChanges notified = new RecordedChanges();
        TestMember one = TestMember.http("one", Revision.V2025_11_25);
        try (ServedAggregate town = new ServedAggregate(List.of(one), one.prefixed(prefix));
                McpClient client = town.client(McpClient.builder("front", "1").listener(notified), downstream);
                Subscription subscription = client.subscribe(
                        SubscriptionFilter.NONE.withResourceSubscriptions(List.of("one://one", "one://items/7")))) {
            assertThat(subscription.acceptedFilter().resourceSubscriptions()).hasSize(2);
            one.sample().server.notifyResourceUpdated("one://one");
            assertThat(notified.next(1)).containsExactly("one://one");

            town.joint.replaceMembers(List.of(one.another(prefix)));

            Await.within(Duration.ofSeconds(20), () -> downstream.isStateless() || one.connections() == 0);
            List<String> received = new ArrayList<>();
            Await.within(Duration.ofSeconds(20), () -> {
                one.sample().server.notifyResourceUpdated("one://items/7");
                received.add(poll(notified));
                return received.contains("one://items/7");
            });
            subscription.close();
            Await.within(Duration.ofSeconds(20), () -> {
                one.sample().server.notifyResourceUpdated("one://items/7");
                return poll(notified).equals("null");
            });
        }
    }

    private static String poll(RecordedChanges notified) {
        try {
            return String.valueOf(notified.poll(200, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_slow_member_does_not_delay_the_others() throws Exception {
        RecordedChanges notified = new RecordedChanges();
        TestMember slow = TestMember.program("slow", Revision.V2025_11_25);
        TestMember quick = TestMember.http("quick", Revision.V2025_11_25);
        try (ServedAggregate town = new ServedAggregate(
                        Duration.ofMillis(1), List.of(slow, quick), slow.prefixed("s_"), quick.prefixed("q_"));
                McpClient client =
                        town.client(McpClient.builder("front", "1").listener(notified), Revision.V2025_11_25)) {
            assertThat(ServedAggregate.call(client, "q_where")).isEqualTo("quick");
            assertThat(notified.next(3)).containsExactly("tools", "prompts", "resources");
            assertThat(ServedAggregate.call(client, "s_where")).isEqualTo("slow");
        }
    }

    @Test
    void duplicate_names_and_prefixes_are_rejected_without_changes() {
        TestMember one = TestMember.http("one", Revision.V2025_11_25);
        TestMember two = TestMember.http("two", Revision.V2025_11_25);
        try (ServedAggregate town = new ServedAggregate(List.of(one, two), one.prefixed("1_"))) {
            assertThatThrownBy(() -> town.joint.replaceMembers(List.of(one.prefixed("1_"), two.prefixed("1_"))))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> town.joint.replaceMembers(List.of(one.prefixed("1_"), one.prefixed("2_"))))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(town.joint.members()).hasSize(1);
        }
    }
}
