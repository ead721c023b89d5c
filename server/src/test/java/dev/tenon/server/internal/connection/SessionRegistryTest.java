package dev.tenon.server.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.LimitType;
import dev.tenon.server.Limits;
import dev.tenon.server.internal.ManualExecutor;
import dev.tenon.server.internal.RecordingSessionSink;
import dev.tenon.server.internal.TestRequestExecutions;
import dev.tenon.server.internal.TestSessions;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.RunningRequestRegistry;
import dev.tenon.server.internal.request.ServerSession;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionRegistryTest {
    private static final int SESSIONS = 3;
    private static final int SESSIONS_PER_CALLER = 2;
    /** One caller may use a quarter of it. */
    private static final int SESSION_BYTES = 400;

    private final LimitHitCounters counters = new LimitHitCounters();
    private final Limits limits = Limits.DEFAULT.toBuilder()
            .sessions(SESSIONS)
            .sessionsPerCaller(SESSIONS_PER_CALLER)
            .sessionBytes(SESSION_BYTES)
            .sessionIdleTimeout(Duration.ZERO)
            .build();
    private final ManualExecutor executor = new ManualExecutor();
    private final ChangeBroadcaster broadcaster = new ChangeBroadcaster(limits, counters, uri -> Set.of(), executor);
    private final SessionRegistry registry = new SessionRegistry(broadcaster, limits, counters);

    private final class TestSession {
        private final RecordingSessionSink sink = new RecordingSessionSink();
        private final ServerSession session;

        TestSession(String caller, int bytes) {
            session = TestSessions.of(broadcaster, sink, caller, null, bytes);
        }

        TestSession reserve() {
            registry.evictIdleAndReserve(session);
            return this;
        }

        TestSession open() {
            reserve();
            registry.registerReserved(session);
            return this;
        }

        /** Opens the session with a client that reads, so that it is not idle. */
        TestSession openInUse() {
            sink.setReading(true);
            return open();
        }

        boolean isOpen() {
            return registry.findAndMarkUsed(session.id()) == session && sink.closedCount() == 0;
        }
    }

    private TestSession of(String caller) {
        return new TestSession(caller, 0);
    }

    private void assertRejected(TestSession session, String limit) {
        assertThatThrownBy(session::reserve)
                .isInstanceOf(RpcException.class)
                .hasMessageContaining("(limit: " + limit + ")");
    }

    /** Waits until the clock has advanced at all, so that a session without activity is idle. */
    private static void advanceClock() {
        long start = System.nanoTime();
        while (System.nanoTime() == start) {
            Thread.onSpinWait();
        }
    }

    @Test
    void the_longest_idle_session_of_the_caller_is_replaced() {
        TestSession first = of("a").open();
        TestSession second = of("a").open();
        advanceClock();
        first.session.markUsed();
        advanceClock();

        of("a").open();

        assertThat(second.sink.closedCount()).isOne();
        assertThat(first.isOpen()).isTrue();
        assertThat(registry.size()).isEqualTo(SESSIONS_PER_CALLER);
        assertThat(counters.counts()).containsEntry(LimitType.SESSIONS_PER_CALLER, 1L);
    }

    @Test
    void a_session_with_a_reader_is_not_replaced() {
        TestSession first = of("a").openInUse();
        TestSession second = of("a").openInUse();
        advanceClock();

        assertRejected(of("a"), "sessionsPerCaller");
        assertThat(first.isOpen() && second.isOpen()).isTrue();
    }

    @Test
    void a_session_with_a_request_in_flight_is_not_replaced() {
        TestSession first = of("a").open();
        TestSession second = of("a").openInUse();
        RunningRequestRegistry requests = new RunningRequestRegistry(10, new MemoryBudget(1000), counters);
        requests.register(TestRequestExecutions.of(1), first.session.inFlight());
        advanceClock();

        assertRejected(of("a"), "sessionsPerCaller");
        assertThat(first.isOpen() && second.isOpen()).isTrue();
    }

    @Test
    void a_session_of_another_caller_is_not_replaced() {
        TestSession[] others = {of("a").open(), of("a").open(), of("b").open()};
        advanceClock();

        assertRejected(of("c"), "sessions");
        assertThat(others).allMatch(TestSession::isOpen);
    }

    @Test
    void a_session_that_is_being_opened_counts_and_is_not_replaced() {
        TestSession opening = of("a").reserve();
        of("a").openInUse();
        advanceClock();

        assertRejected(of("a"), "sessionsPerCaller");
        assertThat(opening.sink.closedCount()).isZero();
        assertThat(registry.size()).isOne();
    }

    @Test
    void a_session_that_could_not_be_opened_releases_its_capacity_once() {
        TestSession failed = of("a").reserve();
        registry.cancelReservationAndClose(failed.session);
        registry.cancelReservationAndClose(failed.session);

        of("a").openInUse();
        of("a").openInUse();
        assertRejected(of("a"), "sessionsPerCaller");
    }

    @Test
    void a_session_ends_once() {
        TestSession session = of("a").open();
        registry.end(session.session);
        registry.end(session.session);

        assertThat(session.sink.closedCount()).isOne();
        assertThat(registry.size()).isZero();
        of("a").openInUse();
        of("a").openInUse();
        assertRejected(of("a"), "sessionsPerCaller");
    }

    @Test
    void the_client_info_of_a_caller_is_limited_to_a_quarter() {
        new TestSession("a", SESSION_BYTES / 4 - 1).openInUse();

        assertRejected(new TestSession("a", 2), "sessionBytes");
        new TestSession("a", 1).openInUse();
    }

    @Test
    void a_first_session_may_use_more_than_the_share_of_its_caller() {
        new TestSession("a", SESSION_BYTES).openInUse();

        assertRejected(new TestSession("b", 1), "sessionBytes");
        new TestSession("b", 0).openInUse();
    }

    @Test
    void several_sessions_are_replaced_by_one_with_a_large_client_info() {
        TestSession first = new TestSession("a", 50).open();
        TestSession second = new TestSession("a", 50).open();
        advanceClock();

        new TestSession("a", 100).open();

        assertThat(first.sink.closedCount() + second.sink.closedCount()).isEqualTo(2);
        assertThat(registry.size()).isOne();
    }

    @Test
    void idle_sessions_end_on_the_executor_and_the_others_evict_their_events() {
        TestSession idle = of("a").open();
        TestSession used = of("a").openInUse();
        advanceClock();
        registry.expireIdleSessionsAndEvents(executor::execute);
        assertThat(idle.isOpen()).isTrue();

        executor.runAll();

        assertThat(idle.isOpen()).isFalse();
        assertThat(used.isOpen()).isTrue();
        assertThat(used.sink.evictionCount()).isOne();
    }

    @Test
    void a_session_that_ended_gets_no_more_changes() {
        TestSession session = of("a").open();
        broadcaster.notifyToolsChanged(Set.of());
        registry.end(session.session);
        broadcaster.notifyToolsChanged(Set.of());

        assertThat(session.sink.methods()).containsExactly("notifications/tools/list_changed");
    }
}
