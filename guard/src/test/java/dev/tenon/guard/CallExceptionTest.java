package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallOutcome;
import dev.tenon.guard.observer.CallStart;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.SingleCallObserver;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.Revision;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A call in which any exception is thrown completes for its client and every observer, and releases its connection.
 */
@Timeout(60)
class CallExceptionTest {
    private final List<CallOutcome> ends = new CopyOnWriteArrayList<>();
    private volatile boolean broken;

    /** The point of a call at which an exception is thrown. */
    enum FailurePoint {
        BEGUN,
        LEAVING,
        RESULT,
        ENDED;

        void throwIfReached(FailurePoint current, boolean broken) {
            if (this == current && broken) {
                switch (this) {
                    case BEGUN -> throw new NoClassDefFoundError("test");
                    case LEAVING -> throw new AssertionError("test");
                    case ENDED -> throw new IllegalStateException("test");
                    default -> throw new InternalError("test"); // Rethrown, like every VirtualMachineError.
                }
            }
        }
    }

    /** Records how each call ends. */
    private final GuardObserver recorder =
            call -> isCall(call) ? end -> ends.add(end.outcome()) : SingleCallObserver.NONE;

    /** Returns an observer that throws at this point. */
    private GuardObserver failingObserver(FailurePoint point) {
        return call -> {
            if (!isCall(call)) {
                return SingleCallObserver.NONE;
            }
            point.throwIfReached(FailurePoint.BEGUN, broken);
            return new SingleCallObserver() {
                @Override
                public Json beforeSend(Json params) {
                    point.throwIfReached(FailurePoint.LEAVING, broken);
                    return params;
                }

                @Override
                public void onEnd(CallEnd end) {
                    point.throwIfReached(FailurePoint.ENDED, broken);
                }
            };
        };
    }

    private static boolean isCall(CallStart call) {
        return call.request().method().equals("tools/call");
    }

    private PolicyChain policies(FailurePoint point) {
        GuardPolicy policy = new GuardPolicy() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public PolicyDecision evaluate(PolicyMessage message) {
                if (message.kind() == MessageKind.RESULT && message.method().equals("tools/call")) {
                    point.throwIfReached(FailurePoint.RESULT, broken);
                }
                return PolicyDecision.ALLOW;
            }
        };
        return new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(policy, EnforcementMode.ENFORCE)), FindingListener.NONE);
    }

    @ParameterizedTest
    @EnumSource
    void a_failing_call_completes_and_releases_its_connection(FailurePoint point) {
        try (GuardedServer guarded = new GuardedServer(
                        HttpTransportKind.HTTP,
                        HttpTransportKind.HTTP,
                        builder -> builder.limits(GuardLimits.DEFAULT.withConnectionsPerCaller(1))
                                .policies(policies(point))
                                .observers(recorder, failingObserver(point), recorder),
                        Revision.V2025_11_25);
                McpClient first = McpClient.builder("first", "1")
                        .revisions(Revision.V2026_07_28)
                        .connect(guarded.guardTarget());
                McpClient other = McpClient.builder("other", "1")
                        .revisions(Revision.V2026_07_28)
                        .onForm((form, asker) -> ElicitResult.accept(Json.EMPTY_OBJECT))
                        .connect(guarded.guardTarget())) {
            first.callTool("echo", Map.of("text", "works"));
            ends.clear();
            broken = true;
            assertThatThrownBy(() -> first.callTool("echo", Map.of("text", "fails")))
                    .isInstanceOf(ServerErrorException.class)
                    .hasMessageContaining("ncident");
            broken = false;

            assertThat(ends)
                    .containsExactlyElementsOf(
                            switch (point) {
                                case BEGUN ->
                                    List.of(CallOutcome.UNANSWERED); // The other observer was not notified of the call.
                                case LEAVING, RESULT -> List.of(CallOutcome.UNANSWERED, CallOutcome.UNANSWERED);
                                case ENDED -> List.of(CallOutcome.PASSED, CallOutcome.PASSED);
                            });
            // Other capabilities need another connection, so the caller's only connection must be idle.
            assertThat(other.callTool("echo", Map.of("text", "x")).isError()).isFalse();
        }
    }
}
