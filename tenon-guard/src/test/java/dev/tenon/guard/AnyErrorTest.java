package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.ServerErrorException;
import dev.tenon.guard.policy.Findings;
import dev.tenon.guard.policy.Mode;
import dev.tenon.guard.policy.Part;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.Policy;
import dev.tenon.guard.policy.Ruling;
import dev.tenon.guard.watch.CallVerdict;
import dev.tenon.guard.watch.CallWatch;
import dev.tenon.guard.watch.Ended;
import dev.tenon.guard.watch.Exchange;
import dev.tenon.guard.watch.GuardObserver;
import dev.tenon.json.Json;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.Revision;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever is thrown on the way of a call, it is answered, it ends for every observer, and its connection is given back. */
@Timeout(60)
class AnyErrorTest {
    private final List<CallVerdict> ends = new CopyOnWriteArrayList<>();
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
    private final GuardObserver noting = exchange -> isCall(exchange) ? how -> ends.add(how.verdict()) : CallWatch.NONE;

    /** An observer that fails at that place. */
    private GuardObserver failing(Place place) {
        return exchange -> {
            if (!isCall(exchange)) {
                return CallWatch.NONE;
            }
            place.reached(Place.BEGUN, isBroken);
            return new CallWatch() {
                @Override
                public Json leaving(Json params) {
                    place.reached(Place.LEAVING, isBroken);
                    return params;
                }

                @Override
                public void ended(Ended how) {
                    place.reached(Place.ENDED, isBroken);
                }
            };
        };
    }

    private static boolean isCall(Exchange exchange) {
        return exchange.request().method().equals("tools/call");
    }

    private Policies policies(Place place) {
        Policy policy = new Policy() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public Ruling rule(Passage passage) {
                if (passage.part() == Part.RESULT && passage.method().equals("tools/call")) {
                    place.reached(Place.RESULT, isBroken);
                }
                return Ruling.PASS;
            }
        };
        return new Policies(List.of(new Policies.Post(policy, Mode.ENFORCE)), Findings.NONE);
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
                McpClient first = McpClient.named("first", "1")
                        .revisions(Revision.V2026_07_28)
                        .connect(guarded.front());
                McpClient other = McpClient.named("other", "1")
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
                                    List.of(CallVerdict.UNANSWERED); // The other observer has not heard of the call.
                                case LEAVING, RESULT -> List.of(CallVerdict.UNANSWERED, CallVerdict.UNANSWERED);
                                case ENDED -> List.of(CallVerdict.PASSED, CallVerdict.PASSED);
                            });
            // It can do something else, so it needs another connection: the one that its caller may have must be idle.
            assertThat(other.callTool("echo", Map.of("text", "x")).isError()).isFalse();
        }
    }
}
