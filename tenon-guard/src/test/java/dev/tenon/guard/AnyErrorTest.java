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

/** Whatever is thrown on the way of a call, it is answered, it ends for who watches, and its connection is given back. */
@Timeout(60)
class AnyErrorTest {
    private final List<CallVerdict> ends = new CopyOnWriteArrayList<>();
    private volatile boolean isBroken;

    /** Where what is thrown. */
    enum Place {
        BEGUN,
        LEAVING,
        RESULT;

        void reached(boolean isBroken) {
            if (isBroken) {
                switch (this) {
                    case BEGUN -> throw new NoClassDefFoundError("test");
                    case LEAVING -> throw new AssertionError("test");
                    default -> throw new InternalError("test"); // It is thrown on, as every VirtualMachineError is.
                }
            }
        }
    }

    private final class Observer implements GuardObserver {
        private final Place place;

        Observer(Place place) {
            this.place = place;
        }

        @Override
        public CallWatch begun(Exchange exchange) {
            boolean isCall = exchange.request().method().equals("tools/call");
            if (isCall && place == Place.BEGUN) {
                place.reached(isBroken);
            }
            return new CallWatch() {
                @Override
                public Json leaving(Json params) {
                    if (isCall && place == Place.LEAVING) {
                        place.reached(isBroken);
                    }
                    return params;
                }

                @Override
                public void ended(Ended how) {
                    if (isCall) {
                        ends.add(how.verdict());
                    }
                }
            };
        }
    }

    private Policies policies(Place place) {
        Policy policy = new Policy() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public Ruling rule(Passage passage) {
                if (passage.part() == Part.RESULT && passage.method().equals("tools/call") && place == Place.RESULT) {
                    place.reached(isBroken);
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
                                .observers(new Observer(place)),
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

            assertThat(ends).isEqualTo(place == Place.BEGUN ? List.<CallVerdict>of() : List.of(CallVerdict.UNANSWERED));
            // It can do something else, so it needs another connection: the one that its caller may have must be idle.
            assertThat(other.callTool("echo", Map.of("text", "x")).isError()).isFalse();
        }
    }
}
