package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.Subscription;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallOutcome;
import dev.tenon.guard.observer.CallStart;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.SingleCallObserver;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyRejection;
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
@BlockedThreadCheck
class SubscriptionPolicyTest {
    private static final SubscriptionFilter WANTED =
            SubscriptionFilter.NONE.withToolsListChanged(true).withResourceSubscriptions(List.of("test://one"));

    /** Combinations of client and server revisions. */
    static Stream<Arguments> pairings() {
        List<Revision> eras = List.of(Revision.V2025_11_25, Revision.V2026_07_28);
        return Stream.of(HttpTransportKind.HTTP, HttpTransportKind.WEB_SOCKET).flatMap(transport -> eras.stream()
                .flatMap(downstream -> eras.stream().map(upstream -> Arguments.of(transport, downstream, upstream))));
    }

    private static PolicyChain policyChainOf(Function<PolicyMessage, PolicyDecision> rule) {
        GuardPolicy policy = new GuardPolicy() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public PolicyDecision evaluate(PolicyMessage message) {
                return rule.apply(message);
            }
        };
        return new PolicyChain(
                List.of(new PolicyChain.PolicyEntry(policy, EnforcementMode.ENFORCE)), FindingListener.NONE);
    }

    private static final class CallEndRecorder implements GuardObserver {
        private final Map<String, CallEnd> ends = new ConcurrentHashMap<>();

        @Override
        public SingleCallObserver onCallStart(CallStart callStart) {
            return end -> ends.put(callStart.request().method(), end);
        }
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void a_stream_opens_with_a_policy_and_is_observed(
            HttpTransportKind transport, Revision downstream, Revision upstream) throws Exception {
        ChangeRecorder changes = new ChangeRecorder();
        CallEndRecorder recorder = new CallEndRecorder();
        try (GuardedServer guarded = new GuardedServer(
                        transport,
                        transport,
                        builder -> builder.policies(policyChainOf(any -> PolicyDecision.ALLOW))
                                .observers(recorder),
                        upstream);
                McpClient client = McpClient.builder("front", "1")
                        .revisions(downstream)
                        .listener(changes)
                        .connect(guarded.guardTarget());
                Subscription subscription = client.subscribe(WANTED)) {
            assertThat(subscription.acceptedFilter()).isEqualTo(WANTED);
            guarded.upstream().server.notifyResourceUpdated("test://one");
            assertThat(changes.poll(20, TimeUnit.SECONDS)).isEqualTo("test://one");
            guarded.upstream().server.addTool("later").handler((in, call) -> "late");
            assertThat(changes.poll(20, TimeUnit.SECONDS)).isEqualTo("tools");
            CallEnd end = recorder.ends.get(downstream.isStateless() ? "subscriptions/listen" : "resources/subscribe");
            assertThat(end.outcome()).isEqualTo(CallOutcome.PASSED);
        }
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void a_stream_that_a_policy_rejects_does_not_open(
            HttpTransportKind transport, Revision downstream, Revision upstream) {
        PolicyChain policies = policyChainOf(message -> message.kind() == MessageKind.REQUEST
                        && message.body().toString().contains("test://one")
                ? PolicyDecision.reject(
                        Finding.of("test", "no"), PolicyRejection.protocolError(-32602, "Subscription not allowed"))
                : PolicyDecision.ALLOW);
        CallEndRecorder recorder = new CallEndRecorder();
        try (GuardedServer guarded = new GuardedServer(
                        transport,
                        transport,
                        builder -> builder.policies(policies).observers(recorder),
                        upstream);
                McpClient client =
                        McpClient.builder("front", "1").revisions(downstream).connect(guarded.guardTarget())) {
            assertThatThrownBy(() -> client.subscribe(WANTED).close())
                    .isInstanceOfSatisfying(ServerErrorException.class, e -> {
                        assertThat(e.code()).isEqualTo(-32602);
                        assertThat(e.serverMessage()).isEqualTo("Subscription not allowed");
                    });
            CallEnd end = recorder.ends.get(downstream.isStateless() ? "subscriptions/listen" : "resources/subscribe");
            assertThat(end.outcome()).isEqualTo(CallOutcome.REFUSED);
        }
    }
}
