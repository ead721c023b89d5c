package dev.tenon.guard.internal.forwarder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.support.LogCapture;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.SingleCallObserver;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import dev.tenon.server.forwarder.ServerDescription;
import dev.tenon.server.forwarder.SubscriptionSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocking work does not run on an event loop (docs/threading.md, rule 5). */
class FilteredSessionTest {
    private final List<Runnable> later = new ArrayList<>();

    /** Has no upstream. */
    private static final class Behind implements UpstreamRouter {
        @Override
        public ServerDescription unfilteredServerDescription() {
            throw new IllegalStateException("no test asks for it");
        }

        @Override
        public @Nullable UpstreamRoute acquireRoute(CallPipeline.DownstreamRequest request, boolean mayBlock) {
            return null;
        }

        @Override
        public Map<String, Json> fetchToolsByName() {
            return Map.of();
        }

        @Override
        public @Nullable UpstreamLease leaseUpstream(boolean mayBlock) {
            if (mayBlock) {
                throw new IllegalStateException("no upstream");
            }
            return null;
        }

        @Override
        public SubscriptionFilter openSubscription(SubscriptionFilter wanted, SubscriptionSink stream) {
            return SubscriptionFilter.NONE;
        }
    }

    private record Asked(boolean isQuick) implements GuardPolicy {
        @Override
        public String name() {
            return "asked";
        }

        @Override
        public boolean isNonBlocking(String method) {
            return isQuick;
        }

        @Override
        public PolicyDecision evaluate(PolicyMessage message) {
            return PolicyDecision.ALLOW;
        }
    }

    private MessageInterceptor checkpoint(boolean quickPolicy, GuardObserver observer) {
        PolicyChain policies = new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(new Asked(quickPolicy), EnforcementMode.ENFORCE)),
                FindingListener.NONE);
        return new MessageInterceptor(() -> policies, observer, "behind-1", later::add);
    }

    private FilteredForwardingSession service() {
        MessageInterceptor checkpoint = checkpoint(true, GuardObserver.NONE);
        return new FilteredForwardingSession(new Behind(), checkpoint, new FakeClient(Revision.V2025_11_25), () -> {});
    }

    private static void onLoop(Runnable work) {
        ThreadBlockingContext.nonBlocking("event loop").run(work);
    }

    @ParameterizedTest
    @CsvSource({"true, true, true", "false, true, false", "true, false, false"})
    void policies_and_observers_run_on_an_event_loop_only_if_non_blocking(
            boolean quickPolicy, boolean quickObserver, boolean isHere) {
        GuardObserver observer = quickObserver ? GuardObserver.NONE : exchange -> SingleCallObserver.NONE;
        List<Boolean> onLoop = new ArrayList<>();
        Runnable work = () -> onLoop.add(!ThreadBlockingContext.current().canBlock());

        onLoop(() -> checkpoint(quickPolicy, observer).runInlineOrOffload("message", Json.EMPTY_OBJECT, work));
        later.forEach(Runnable::run);
        assertThat(onLoop).containsExactly(isHere);
    }

    /** The calling request waits for it. */
    @Test
    void a_tool_lookup_completes_on_every_failure() {
        List<@Nullable Tool> changes = new ArrayList<>();
        try (LogCapture log = new LogCapture()) {
            onLoop(() -> service().findTool("echo", changes::add));
            later.forEach(Runnable::run);

            assertThat(changes).containsOnlyNulls().hasSize(1);
            assertThat(log.capturedText()).contains("Could not look up a tool: upstream=behind-1", "no upstream");
        }
    }
}
