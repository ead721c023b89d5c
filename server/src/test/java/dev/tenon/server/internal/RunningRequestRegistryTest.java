package dev.tenon.server.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.server.internal.request.RequestExecution;
import dev.tenon.server.internal.request.RunningRequestRegistry;
import dev.tenon.server.internal.request.SessionRequestRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Issue 20, steady: a request is counted from arrival to end in all cases. */
class RunningRequestRegistryTest {
    private final LimitHitCounters counters = new LimitHitCounters();
    private final RunningRequestRegistry runs = new RunningRequestRegistry(10, new MemoryBudget(1000), counters);

    private List<RequestExecution> all() {
        List<RequestExecution> all = new ArrayList<>();
        runs.forEach(all::add);
        return all;
    }

    private static List<RequestExecution> all(SessionRequestRegistry group) {
        List<RequestExecution> all = new ArrayList<>();
        group.forEach(all::add);
        return all;
    }

    /**
     * The group calls the leniency policy for an id that is already in flight, while the request is being added to the
     * group.
     */
    @Test
    void a_request_that_is_not_in_its_group_yet_is_not_ended() {
        LeniencyPolicy duringEntry = (check, detail) -> {
            all().forEach(RequestExecution::cancel);
            return true;
        };
        SessionRequestRegistry group = new SessionRequestRegistry(10, duringEntry, counters);
        RequestExecution first = TestRequestExecutions.of(1);
        RequestExecution second = TestRequestExecutions.of(1);

        runs.register(first, group);
        runs.register(second, group);

        assertThat(all()).containsExactly(second);
        assertThat(all(group)).containsExactly(second);
        second.cancel();
        assertThat(all(group)).isEmpty();
        assertNothingIsCounted(group);
    }

    @Test
    void a_request_that_is_added_to_a_closed_group_is_removed() {
        SessionRequestRegistry group = new SessionRequestRegistry(10, LeniencyPolicy.NONE, counters);
        group.cancelAllAndClose();
        RequestExecution execution = TestRequestExecutions.of(1);

        runs.register(execution, group);

        assertThat(execution.isCompleted()).isTrue();
        assertNothingIsCounted(group);
    }

    @Test
    void a_request_that_its_group_rejects_releases_its_counts() {
        SessionRequestRegistry group = new SessionRequestRegistry(10, LeniencyPolicy.NONE, counters);
        RequestExecution first = TestRequestExecutions.of(1);
        RequestExecution second = TestRequestExecutions.of(1);
        runs.register(first, group);

        assertThatThrownBy(() -> runs.register(second, group)).isInstanceOf(RpcException.class);
        second.tryComplete(TestRequestExecutions.ending(second));

        assertThat(runs.counter().runningCount()).isEqualTo(1);
        assertThat(all()).containsExactly(first);
        first.cancel();
        assertNothingIsCounted(group);
    }

    private void assertNothingIsCounted(SessionRequestRegistry group) {
        assertThat(all()).isEmpty();
        assertThat(runs.counter().runningCount()).isZero();
        assertThat(runs.requestBytes()).isZero();
        assertThat(group.counter().runningCount()).isZero();
    }
}
