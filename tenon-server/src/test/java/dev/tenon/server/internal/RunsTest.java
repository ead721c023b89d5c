package dev.tenon.server.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.internal.limit.LimitCounters;
import dev.tenon.server.internal.request.ActiveRequests;
import dev.tenon.server.internal.request.InFlightRequests;
import dev.tenon.server.internal.request.RequestExecution;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Issue 20, steady: a request is counted from its arrival to its end, whatever happens meanwhile. */
class RunsTest {
    private final LimitCounters counters = new LimitCounters();
    private final ActiveRequests runs = new ActiveRequests(10, new MemoryBudget(1000), counters);

    private List<RequestExecution> all() {
        List<RequestExecution> all = new ArrayList<>();
        runs.forEach(all::add);
        return all;
    }

    private static List<RequestExecution> all(InFlightRequests group) {
        List<RequestExecution> all = new ArrayList<>();
        group.forEach(all::add);
        return all;
    }

    /**
     * The group asks for tolerance of an id that is in flight already: at that moment the request is on its way into
     * the group.
     */
    @Test
    void a_request_that_is_not_yet_in_its_group_is_ended_by_nobody() {
        LeniencyPolicy duringEntry = (check, detail) -> {
            all().forEach(RequestExecution::cancel);
            return true;
        };
        InFlightRequests group = new InFlightRequests(10, duringEntry, counters);
        RequestExecution first = SomeRun.of(1);
        RequestExecution second = SomeRun.of(1);

        runs.register(first, group);
        runs.register(second, group);

        assertThat(all()).containsExactly(second);
        assertThat(all(group)).containsExactly(second);
        second.cancel();
        assertThat(all(group)).isEmpty();
        assertNothingIsCounted(group);
    }

    @Test
    void a_request_that_ends_on_its_way_into_an_ended_group_does_not_stay() {
        InFlightRequests group = new InFlightRequests(10, LeniencyPolicy.NONE, counters);
        group.cancelAll();
        RequestExecution run = SomeRun.of(1);

        runs.register(run, group);

        assertThat(run.isCompleted()).isTrue();
        assertNothingIsCounted(group);
    }

    @Test
    void a_request_that_its_group_refuses_gives_back_what_was_counted() {
        InFlightRequests group = new InFlightRequests(10, LeniencyPolicy.NONE, counters);
        RequestExecution first = SomeRun.of(1);
        RequestExecution second = SomeRun.of(1);
        runs.register(first, group);

        assertThatThrownBy(() -> runs.register(second, group)).isInstanceOf(RpcException.class);
        second.tryComplete(SomeRun.ending(second));

        assertThat(runs.size()).isEqualTo(1);
        assertThat(all()).containsExactly(first);
        first.cancel();
        assertNothingIsCounted(group);
    }

    private void assertNothingIsCounted(InFlightRequests group) {
        assertThat(all()).isEmpty();
        assertThat(runs.size()).isZero();
        assertThat(runs.requestBytes()).isZero();
        assertThat(group.size()).isZero();
    }
}
