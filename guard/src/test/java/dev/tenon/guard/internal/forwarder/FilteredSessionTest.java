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
    private final List<Runnable> offloadedTasks = new ArrayList<>();

    /** Has no upstream. */
    private static final class NoUpstreamRouter implements UpstreamRouter {
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

    private record AllowingPolicy(boolean nonBlocking) implements GuardPolicy {
        @Override
        public String name() {
            return "asked";
        }

        @Override
        public boolean isNonBlocking(String method) {
            return nonBlocking;
        }

        @Override
        public PolicyDecision evaluate(PolicyMessage message) {
            return PolicyDecision.ALLOW;
        }
    }

    private MessageInterceptor interceptor(boolean isPolicyNonBlocking, GuardObserver observer) {
        PolicyChain policies = new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(new AllowingPolicy(isPolicyNonBlocking), EnforcementMode.ENFORCE)),
                FindingListener.NONE);
        return new MessageInterceptor(() -> policies, observer, "behind-1", offloadedTasks::add);
    }

    private FilteredForwardingSession newSession() {
        MessageInterceptor interceptor = interceptor(true, GuardObserver.NONE);
        return new FilteredForwardingSession(
                new NoUpstreamRouter(), interceptor, new FakeClient(Revision.V2025_11_25), () -> {});
    }

    private static void runOnEventLoop(Runnable work) {
        ThreadBlockingContext.nonBlocking("event loop").run(work);
    }

    @ParameterizedTest
    @CsvSource({"true, true, true", "false, true, false", "true, false, false"})
    void policies_and_observers_run_on_an_event_loop_only_if_non_blocking(
            boolean isPolicyNonBlocking, boolean isObserverNonBlocking, boolean isOnEventLoop) {
        GuardObserver observer = isObserverNonBlocking ? GuardObserver.NONE : exchange -> SingleCallObserver.NONE;
        List<Boolean> ranOnEventLoop = new ArrayList<>();
        Runnable work =
                () -> ranOnEventLoop.add(!ThreadBlockingContext.current().canBlock());

        runOnEventLoop(() ->
                interceptor(isPolicyNonBlocking, observer).runInlineOrOffload("message", Json.EMPTY_OBJECT, work));
        offloadedTasks.forEach(Runnable::run);
        assertThat(ranOnEventLoop).containsExactly(isOnEventLoop);
    }

    /** The calling request waits for it. */
    @Test
    void a_tool_lookup_completes_on_every_failure() {
        List<@Nullable Tool> results = new ArrayList<>();
        try (LogCapture log = new LogCapture()) {
            runOnEventLoop(() -> newSession().findTool("echo", results::add));
            offloadedTasks.forEach(Runnable::run);

            assertThat(results).containsOnlyNulls().hasSize(1);
            assertThat(log.capturedText()).contains("Could not look up a tool: upstream=behind-1", "no upstream");
        }
    }
}
