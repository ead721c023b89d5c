package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.ServerErrorException;
import dev.tenon.client.Subscription;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.Findings;
import dev.tenon.guard.policy.Mode;
import dev.tenon.guard.policy.Part;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.Policy;
import dev.tenon.guard.policy.Refusal;
import dev.tenon.guard.policy.Ruling;
import dev.tenon.guard.watch.CallVerdict;
import dev.tenon.guard.watch.CallWatch;
import dev.tenon.guard.watch.Ended;
import dev.tenon.guard.watch.Exchange;
import dev.tenon.guard.watch.GuardObserver;
import dev.tenon.ledger.threads.NeverBlocked;
import dev.tenon.model.Revision;
import dev.tenon.model.SubscriptionFilter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Issue 20, item 29: {@code subscriptions/listen} passes the policies like any other request. */
@NeverBlocked
class ListenTest {
    private static final SubscriptionFilter WANTED =
            SubscriptionFilter.NONE.withToolsListChanged(true).withResourceSubscriptions(List.of("test://one"));

    /** A client of any revision, as a session subscribes by other requests, and a server of any. */
    static Stream<Arguments> pairings() {
        List<Revision> eras = List.of(Revision.V2025_11_25, Revision.V2026_07_28);
        return Stream.of(Way.HTTP, Way.WEB_SOCKET).flatMap(way -> eras.stream()
                .flatMap(front -> eras.stream().map(behind -> Arguments.of(way, front, behind))));
    }

    private static Policies of(Function<Passage, Ruling> ruling) {
        Policy policy = new Policy() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public Ruling rule(Passage passage) {
                return ruling.apply(passage);
            }
        };
        return new Policies(List.of(new Policies.Post(policy, Mode.ENFORCE)), Findings.NONE);
    }

    private static final class Seen implements GuardObserver {
        private final Map<String, Ended> ended = new ConcurrentHashMap<>();

        @Override
        public CallWatch begun(Exchange exchange) {
            return how -> ended.put(exchange.request().method(), how);
        }
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void a_stream_opens_with_a_policy_on_and_is_observed(Way way, Revision front, Revision behind) throws Exception {
        RecordedChanges told = new RecordedChanges();
        Seen seen = new Seen();
        try (Guarded guarded = new Guarded(
                        way,
                        way,
                        builder -> builder.policies(of(any -> Ruling.PASS)).observers(seen),
                        behind);
                McpClient client = McpClient.named("front", "1")
                        .revisions(front)
                        .listener(told)
                        .connect(guarded.front());
                Subscription subscription = client.subscribe(WANTED)) {
            assertThat(subscription.honoured()).isEqualTo(WANTED);
            guarded.behind().server.resourceUpdated("test://one");
            assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo("test://one");
            guarded.behind().server.tool("later").handler((in, call) -> "late");
            assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo("tools");
            Ended how = seen.ended.get(front.isStateless() ? "subscriptions/listen" : "resources/subscribe");
            assertThat(how.verdict()).isEqualTo(CallVerdict.PASSED);
        }
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void a_stream_that_a_policy_refuses_does_not_open(Way way, Revision front, Revision behind) {
        Policies policies = of(passage ->
                passage.part() == Part.REQUEST && passage.body().toString().contains("test://one")
                        ? Ruling.refuse(Finding.of("test", "no"), Refusal.error(-32602, "Not to be heard of"))
                        : Ruling.PASS);
        Seen seen = new Seen();
        try (Guarded guarded = new Guarded(
                        way, way, builder -> builder.policies(policies).observers(seen), behind);
                McpClient client =
                        McpClient.named("front", "1").revisions(front).connect(guarded.front())) {
            assertThatThrownBy(() -> client.subscribe(WANTED).close())
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> {
                        assertThat(e.code()).isEqualTo(-32602);
                        assertThat(e.serverMessage()).isEqualTo("Not to be heard of");
                    });
            Ended how = seen.ended.get(front.isStateless() ? "subscriptions/listen" : "resources/subscribe");
            assertThat(how.verdict()).isEqualTo(CallVerdict.REFUSED);
        }
    }
}
