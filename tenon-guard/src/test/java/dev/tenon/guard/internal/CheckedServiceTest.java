package dev.tenon.guard.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.guard.policy.Findings;
import dev.tenon.guard.policy.Mode;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.Policy;
import dev.tenon.guard.policy.Ruling;
import dev.tenon.guard.watch.CallWatch;
import dev.tenon.guard.watch.GuardObserver;
import dev.tenon.json.Json;
import dev.tenon.ledger.LogCapture;
import dev.tenon.model.Revision;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import dev.tenon.server.Presentation;
import dev.tenon.server.RelayStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may wait is not done on an event loop (docs/threading.md, rule 5), whatever it is about. */
class CheckedServiceTest {
    private final List<Runnable> later = new ArrayList<>();

    /** Has no upstream. */
    private static final class Behind implements Service {
        @Override
        public Presentation presentation() {
            throw new IllegalStateException("no test asks for it");
        }

        @Override
        public @Nullable UpstreamRoute route(FilteredCall.Request request, boolean mayBlock) {
            return null;
        }

        @Override
        public Map<String, Json> tools() {
            return Map.of();
        }

        @Override
        public @Nullable Lease upstream(boolean mayBlock) {
            if (mayBlock) {
                throw new IllegalStateException("no upstream");
            }
            return null;
        }

        @Override
        public SubscriptionFilter listen(SubscriptionFilter wanted, RelayStream stream) {
            return SubscriptionFilter.NONE;
        }
    }

    private record Asked(boolean isQuick) implements Policy {
        @Override
        public String name() {
            return "asked";
        }

        @Override
        public boolean neverBlocks(String method) {
            return isQuick;
        }

        @Override
        public Ruling rule(Passage passage) {
            return Ruling.PASS;
        }
    }

    private Checkpoint checkpoint(boolean quickPolicy, GuardObserver observer) {
        Policies policies =
                new Policies(List.of(new Policies.Post(new Asked(quickPolicy), Mode.ENFORCE)), Findings.NONE);
        return new Checkpoint(() -> policies, observer, "behind-1", later::add);
    }

    private CheckedService service() {
        Checkpoint checkpoint = checkpoint(true, GuardObserver.NONE);
        return new CheckedService(new Behind(), checkpoint, new FakeClient(Revision.V2025_11_25), () -> {});
    }

    private static void onLoop(Runnable work) {
        ExecutionContext.nonBlocking("event loop").run(work);
    }

    @ParameterizedTest
    @CsvSource({"true, true, true", "false, true, false", "true, false, false"})
    void work_for_policies_and_observers_is_done_on_an_event_loop_only_where_nothing_waits(
            boolean quickPolicy, boolean quickObserver, boolean isHere) {
        GuardObserver observer = quickObserver ? GuardObserver.NONE : exchange -> CallWatch.NONE;
        List<Boolean> onLoop = new ArrayList<>();
        Runnable work = () -> onLoop.add(!ExecutionContext.current().canBlock());

        onLoop(() -> checkpoint(quickPolicy, observer).run("message", Json.EMPTY_OBJECT, work));
        later.forEach(Runnable::run);
        assertThat(onLoop).containsExactly(isHere);
    }

    /** The request that asks waits for it. */
    @Test
    void who_looks_up_a_tool_is_told_whatever_goes_wrong() {
        List<@Nullable Tool> told = new ArrayList<>();
        try (LogCapture log = new LogCapture()) {
            onLoop(() -> service().tool("echo", told::add));
            later.forEach(Runnable::run);

            assertThat(told).containsOnlyNulls().hasSize(1);
            assertThat(log.text()).contains("Could not look up a tool: upstream=behind-1", "no upstream");
        }
    }
}
