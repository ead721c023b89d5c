package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallObserver;
import dev.tenon.guard.observer.CallOutcome;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.ObservedCall;
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
 * Whatever is thrown on the way of a call, it is answered, it ends for every observer, and its connection is given
 * back.
 */
@Timeout(60)
class AnyErrorTest {
    private final List<CallOutcome> ends = new CopyOnWriteArrayList<>();
    private volatile boolean isBroken;

    /** Where what is thrown. */
    enum Place {
        BEGUN,
        LEAVING,
        RESULT,
        ENDED;

        void reached(Place here, boolean isBroken) {
            if (this == here && isBroken) {
                switch (this) {
                    case BEGUN -> throw new NoClassDefFoundError("test");
                    case LEAVING -> throw new AssertionError("test");
                    case ENDED -> throw new IllegalStateException("test");
                    default -> throw new InternalError("test"); // It is thrown on, as every VirtualMachineError is.
                }
            }
        }
    }

    /** Notes how each call ends. */
    private final GuardObserver noting =
            exchange -> isCall(exchange) ? how -> ends.add(how.outcome()) : CallObserver.NONE;

    /** An observer that fails at that place. */
    private GuardObserver failing(Place place) {
        return exchange -> {
            if (!isCall(exchange)) {
                return CallObserver.NONE;
            }
            place.reached(Place.BEGUN, isBroken);
            return new CallObserver() {
                @Override
                public Json beforeSend(Json params) {
                    place.reached(Place.LEAVING, isBroken);
                    return params;
                }

                @Override
                public void onEnd(CallEnd how) {
                    place.reached(Place.ENDED, isBroken);
                }
            };
        };
    }

    private static boolean isCall(ObservedCall exchange) {
        return exchange.request().method().equals("tools/call");
    }

    private PolicyChain policies(Place place) {
        GuardPolicy policy = new GuardPolicy() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public PolicyDecision evaluate(PolicyMessage passage) {
                if (passage.kind() == MessageKind.RESULT && passage.method().equals("tools/call")) {
                    place.reached(Place.RESULT, isBroken);
                }
                return PolicyDecision.ALLOW;
            }
        };
        return new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(policy, EnforcementMode.ENFORCE)), FindingListener.NONE);
    }

    @ParameterizedTest
    @EnumSource
    void a_call_ends_and_its_connection_is_given_back(Place place) {
        try (Guarded guarded = new Guarded(
                        Way.HTTP,
                        Way.HTTP,
                        builder -> builder.limits(GuardLimits.DEFAULT.withConnectionsPerCaller(1))
                                .policies(policies(place))
                                .observers(noting, failing(place), noting),
                        Revision.V2025_11_25);
                McpClient first = McpClient.builder("first", "1")
                        .revisions(Revision.V2026_07_28)
                        .connect(guarded.front());
                McpClient other = McpClient.builder("other", "1")
                        .revisions(Revision.V2026_07_28)
                        .onForm((form, asker) -> ElicitResult.accept(Json.EMPTY_OBJECT))
                        .connect(guarded.front())) {
            first.callTool("echo", Map.of("text", "works"));
            ends.clear();
            isBroken = true;
            assertThatThrownBy(() -> first.callTool("echo", Map.of("text", "fails")))
                    .isInstanceOf(ServerErrorException.class)
                    .hasMessageContaining("ncident");
            isBroken = false;

            assertThat(ends)
                    .containsExactlyElementsOf(
                            switch (place) {
                                case BEGUN ->
                                    List.of(CallOutcome.UNANSWERED); // The other observer has not heard of the call.
                                case LEAVING, RESULT -> List.of(CallOutcome.UNANSWERED, CallOutcome.UNANSWERED);
                                case ENDED -> List.of(CallOutcome.PASSED, CallOutcome.PASSED);
                            });
            // It can do something else, so it needs another connection: the one that its caller may have must be idle.
            assertThat(other.callTool("echo", Map.of("text", "x")).isError()).isFalse();
        }
    }
}
