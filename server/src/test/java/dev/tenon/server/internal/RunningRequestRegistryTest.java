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
    private final RunningRequestRegistry registry = new RunningRequestRegistry(10, new MemoryBudget(1000), counters);

    private List<RequestExecution> executions() {
        List<RequestExecution> executions = new ArrayList<>();
        registry.forEach(executions::add);
        return executions;
    }

    private static List<RequestExecution> executions(SessionRequestRegistry group) {
        List<RequestExecution> executions = new ArrayList<>();
        group.forEach(executions::add);
        return executions;
    }

    /**
     * The group calls the leniency policy for an id that is already in flight, while the request is being added to the
     * group.
     */
    @Test
    void a_request_that_is_not_in_its_group_yet_is_not_ended() {
        LeniencyPolicy duringEntry = (check, detail) -> {
            executions().forEach(RequestExecution::cancel);
            return true;
        };
        SessionRequestRegistry group = new SessionRequestRegistry(10, duringEntry, counters);
        RequestExecution first = TestRequestExecutions.of(1);
        RequestExecution second = TestRequestExecutions.of(1);

        registry.register(first, group);
        registry.register(second, group);

        assertThat(executions()).containsExactly(second);
        assertThat(executions(group)).containsExactly(second);
        second.cancel();
        assertThat(executions(group)).isEmpty();
        assertNothingIsCounted(group);
    }

    @Test
    void a_request_that_is_added_to_a_closed_group_is_removed() {
        SessionRequestRegistry group = new SessionRequestRegistry(10, LeniencyPolicy.NONE, counters);
        group.cancelAllAndClose();
        RequestExecution execution = TestRequestExecutions.of(1);

        registry.register(execution, group);

        assertThat(execution.isCompleted()).isTrue();
        assertNothingIsCounted(group);
    }

    @Test
    void a_request_that_its_group_rejects_releases_its_counts() {
        SessionRequestRegistry group = new SessionRequestRegistry(10, LeniencyPolicy.NONE, counters);
        RequestExecution first = TestRequestExecutions.of(1);
        RequestExecution second = TestRequestExecutions.of(1);
        registry.register(first, group);

        assertThatThrownBy(() -> registry.register(second, group)).isInstanceOf(RpcException.class);
        second.tryComplete(TestRequestExecutions.shutdownCompletion(second));

        assertThat(registry.counter().runningCount()).isEqualTo(1);
        assertThat(executions()).containsExactly(first);
        first.cancel();
        assertNothingIsCounted(group);
    }

    private void assertNothingIsCounted(SessionRequestRegistry group) {
        assertThat(executions()).isEmpty();
        assertThat(registry.counter().runningCount()).isZero();
        assertThat(registry.requestBytes()).isZero();
        assertThat(group.counter().runningCount()).isZero();
    }
}
