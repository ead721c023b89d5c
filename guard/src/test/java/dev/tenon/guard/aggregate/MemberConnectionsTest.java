package dev.tenon.guard.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.guard.internal.error.UpstreamRetiredException;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Revision;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class MemberConnectionsTest {
    private final FakeMember one = new FakeMember("one");
    private final FakeMember two = new FakeMember("two");
    private final FakeAggregate fake = new FakeAggregate(Revision.V2025_11_25, one, two);
    private final MemberConnections connections = fake.connections;
    private final ReferenceCountedMember member = fake.member(one);
    private final List<Consumer<Boolean>> releases = new ArrayList<>();

    private String call(ReferenceCountedMember target) throws Exception {
        return connections.runOn(
                target, session -> session.serverDescription().implementation().name());
    }

    private boolean tryStart() {
        return connections.tryStartOn(member, (session, release) -> releases.add(release));
    }

    @Test
    void a_session_connects_to_a_member_once() throws Exception {
        assertThat(call(member)).isEqualTo("one");
        assertThat(call(member)).isEqualTo("one");

        assertThat(one.events).containsExactly("connect");
    }

    @Test
    void a_removed_member_is_closed_and_then_released_after_its_last_call() throws Exception {
        connections.runOn(member, session -> {
            fake.remove(one);
            assertThat(one.events).containsExactly("connect");
            return "done";
        });

        assertThat(one.events).containsExactly("connect", "close", "removed");
    }

    @Test
    void a_removed_member_accepts_no_calls_and_is_not_connected_again() {
        fake.remove(one);

        assertThatThrownBy(() -> call(member)).isInstanceOf(MemberRemovedException.class);
        assertThat(tryStart()).isFalse();
        assertThat(one.events).containsExactly("removed");
    }

    @Test
    void a_member_whose_upstream_was_retired_counts_as_removed() {
        one.connectFailure = new UpstreamRetiredException();

        assertThatThrownBy(() -> call(member)).isInstanceOf(MemberRemovedException.class);
    }

    @Test
    void a_call_after_the_end_of_the_session_fails_and_keeps_no_member() {
        connections.shutdown();
        assertThatThrownBy(() -> call(member))
                .isInstanceOf(RpcException.class)
                .hasMessageContaining("session has ended");

        fake.aggregate.replaceMembers(List.of());
        assertThat(one.events).containsExactly("removed");
    }

    @Test
    void a_task_after_the_end_of_the_session_is_not_started_and_keeps_no_member() {
        connections.shutdown();
        assertThat(tryStart()).isFalse();

        fake.aggregate.replaceMembers(List.of());
        assertThat(one.events).containsExactly("removed");
    }

    @Test
    void the_end_of_the_session_closes_connections_during_their_calls_and_only_once() throws Exception {
        connections.runOn(member, session -> {
            connections.shutdown();
            assertThat(one.events).containsExactly("connect", "close");
            return "done";
        });
        connections.shutdown();

        assertThat(one.events).containsExactly("connect", "close");
    }

    @Test
    void a_connection_that_opens_while_the_session_ends_is_closed() throws Exception {
        one.connectAction = connections::shutdown;
        call(member);

        fake.remove(one);
        assertThat(one.events).containsExactly("connect", "close", "removed");
    }

    @Test
    void a_task_that_must_not_block_does_not_connect_a_session() throws Exception {
        assertThat(tryStart()).isFalse();
        assertThat(one.events).isEmpty();

        call(member);
        assertThat(tryStart()).isTrue();
    }

    @Test
    void a_started_task_keeps_the_member_until_it_releases_it() throws Exception {
        call(member);
        tryStart();
        fake.remove(one);
        assertThat(one.events).containsExactly("connect");

        releases.get(0).accept(true);
        assertThat(one.events).containsExactly("connect", "close", "removed");
    }

    @Test
    void a_task_that_is_not_started_or_fails_keeps_no_member() throws Exception {
        call(member);
        assertThat(connections.tryStartOn(member, (session, release) -> false)).isFalse();
        assertThat(connections.tryStartOn(member, (session, release) -> {
                    throw new IllegalStateException("expected by the test");
                }))
                .isFalse();

        fake.remove(one);
        assertThat(one.events).containsExactly("connect", "close", "removed");
    }

    @Test
    void a_task_that_releases_the_member_twice_does_not_release_it_for_others() throws Exception {
        call(member);
        tryStart();
        tryStart();
        releases.get(0).accept(true);
        releases.get(0).accept(false);
        fake.remove(one);
        assertThat(one.events).containsExactly("connect");

        releases.get(1).accept(true);
        assertThat(one.events).containsExactly("connect", "close", "removed");
    }

    @Test
    void a_request_without_session_connects_without_blocking_and_survives_a_failure() {
        FakeMember failing = new FakeMember("failing");
        failing.connectFailure = new IllegalStateException("expected by the test");
        FakeAggregate stateless = new FakeAggregate(Revision.V2026_07_28, failing);

        assertThat(stateless.connections.tryStartOn(stateless.member(failing), (session, release) -> true))
                .isFalse();
        stateless.remove(failing);
        assertThat(failing.events).containsExactly("connect", "removed");
    }

    @Test
    void a_member_that_connects_after_a_failure_is_reported_once() throws Exception {
        one.connectFailure = new IllegalStateException("expected by the test");
        assertThatThrownBy(() -> call(member)).isInstanceOf(IllegalStateException.class);
        assertThat(fake.connectedLater).isEmpty();

        one.connectFailure = null;
        call(member);
        call(member);
        assertThat(fake.connectedLater).containsExactly("one");
    }

    @Test
    void the_failure_of_one_member_does_not_affect_the_results_of_others() throws Exception {
        one.connectFailure = new IllegalStateException("expected by the test");
        List<MemberResult<String>> results = connections.runOnAll(
                fake.aggregate.snapshot().all(),
                session -> session.serverDescription().implementation().name());

        assertThat(results).extracting(MemberResult::value).containsExactly(null, "two");
        assertThat(results).extracting(MemberResult::problem).containsExactly(one.connectFailure, null);
    }
}
