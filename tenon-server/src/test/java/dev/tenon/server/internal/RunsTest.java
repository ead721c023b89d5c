package dev.tenon.server.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.jsonrpc.RpcException;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.transport.MemoryBudget;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Issue 20, steady: a request is counted from its arrival to its end, whatever happens meanwhile. */
class RunsTest {
    private final BoundCounters counters = new BoundCounters();
    private final Runs runs = new Runs(10, new MemoryBudget(1000), counters);

    private List<Run> all() {
        List<Run> all = new ArrayList<>();
        runs.forEach(all::add);
        return all;
    }

    private static List<Run> all(InFlight group) {
        List<Run> all = new ArrayList<>();
        group.forEach(all::add);
        return all;
    }

    /** The group asks for tolerance of an id that is in flight already: at that moment the request is on its way into the group. */
    @Test
    void a_request_that_is_not_yet_in_its_group_is_ended_by_nobody() {
        Tolerance duringEntry = (check, detail) -> {
            all().forEach(Run::cancel);
            return true;
        };
        InFlight group = new InFlight(10, duringEntry, counters);
        Run first = SomeRun.of(1);
        Run second = SomeRun.of(1);

        runs.enter(first, group);
        runs.enter(second, group);

        assertThat(all()).containsExactly(second);
        assertThat(all(group)).containsExactly(second);
        second.cancel();
        assertThat(all(group)).isEmpty();
        assertNothingIsCounted(group);
    }

    @Test
    void a_request_that_ends_on_its_way_into_an_ended_group_does_not_stay() {
        InFlight group = new InFlight(10, Tolerance.NONE, counters);
        group.cancelAll();
        Run run = SomeRun.of(1);

        runs.enter(run, group);

        assertThat(run.isOver()).isTrue();
        assertNothingIsCounted(group);
    }

    @Test
    void a_request_that_its_group_refuses_gives_back_what_was_counted() {
        InFlight group = new InFlight(10, Tolerance.NONE, counters);
        Run first = SomeRun.of(1);
        Run second = SomeRun.of(1);
        runs.enter(first, group);

        assertThatThrownBy(() -> runs.enter(second, group)).isInstanceOf(RpcException.class);
        second.end(SomeRun.ending(second));

        assertThat(runs.size()).isEqualTo(1);
        assertThat(all()).containsExactly(first);
        first.cancel();
        assertNothingIsCounted(group);
    }

    private void assertNothingIsCounted(InFlight group) {
        assertThat(all()).isEmpty();
        assertThat(runs.size()).isZero();
        assertThat(runs.bytes()).isZero();
        assertThat(group.size()).isZero();
    }
}
