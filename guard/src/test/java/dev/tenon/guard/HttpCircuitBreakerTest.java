package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.coverage.support.CaseSampler;
import dev.tenon.guard.FaultyProxy.Fault;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.schema.SchemaPolicy;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Issue 20, item 28: the circuit breaker of an HTTP server that was reachable, and then fails, hangs, or responds with
 * 503.
 */
class HttpCircuitBreakerTest {
    private static final int FAILURES = 3;
    private static final int REJECTED_CALLS = 40;
    private static final BreakerLimits LIMITS =
            new BreakerLimits(FAILURES, Duration.ofMinutes(5), Duration.ofSeconds(2), Duration.ofSeconds(4));
    private static final PolicyChain WITH_SCHEMAS = new PolicyChain(
            List.of(new PolicyChain.PolicyEntry(new SchemaPolicy(100), EnforcementMode.ENFORCE)), FindingListener.NONE);

    static List<Arguments> faults() {
        List<Revision> eras = List.of(Revision.V2025_11_25, Revision.V2026_07_28);
        Stream<Arguments> all = Stream.of(Fault.CLOSES, Fault.HANGS, Fault.ANSWERS_503)
                .flatMap(fault -> eras.stream().flatMap(downstream -> eras.stream()
                        .flatMap(upstream -> Stream.of(PolicyChain.NONE, WITH_SCHEMAS)
                                .map(policies -> Arguments.of(fault, downstream, upstream, policies)))));
        return CaseSampler.oneOfEach(all.toList(), one -> List.of(one.get()[0], one.get()[2]));
    }

    private static Json echo(McpClient client) {
        return Json.of(
                client.callTool("echo", Map.of("text", "hello")).content().toString());
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @MethodSource("faults")
    void it_rejects_calls_until_the_server_responds_again(
            Fault fault, Revision downstream, Revision upstream, PolicyChain policies) throws Exception {
        ClientLimits clientLimits = ClientLimits.DEFAULT.toBuilder()
                .callTimeout(Duration.ofMillis(400))
                .maxCallTimeout(Duration.ofMillis(400))
                .reconnectDelay(Duration.ofMillis(5))
                .build();
        try (TestServer server = new TestServer(upstream);
                TenonHttpServer http =
                        TenonHttpServer.builder(server.server).port(0).start();
                FaultyProxy proxy = new FaultyProxy(http.port());
                Guard guard = Guard.builder(ServerTarget.http(proxy.uri()))
                        .clientLimits(clientLimits)
                        .limits(GuardLimits.DEFAULT.withBreaker(LIMITS))
                        .policies(policies)
                        .build();
                TenonHttpServer guardHttp =
                        TenonHttpServer.builder(guard.server()).port(0).start();
                McpClient client = McpClient.builder("front", "1")
                        .revisions(downstream)
                        .connect(ServerTarget.http(guardHttp.uri()))) {
            awaitResponses(client);
            proxy.setFault(fault);
            int calls = 0;
            for (; guard.upstreamState().reachable() && calls < 10 * FAILURES; calls++) {
                assertThatThrownBy(() -> echo(client)).isInstanceOf(ServerErrorException.class);
            }
            assertThat(guard.upstreamState().reachable()).isFalse();
            assertThat(calls).isLessThanOrEqualTo(FAILURES);
            int before = proxy.acceptedConnections();
            // Some of them may be trials, at most one every two seconds.
            assertThat(countRejections(client, REJECTED_CALLS)).isGreaterThanOrEqualTo(REJECTED_CALLS - 5);
            // The session's stream reconnects after 5 ms, doubling each time: 14 times in a minute.
            assertThat(proxy.acceptedConnections() - before).isLessThan(REJECTED_CALLS / 2);
            proxy.setFault(Fault.NONE);
            long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            boolean responded = false;
            while (!responded && System.nanoTime() < until) {
                Thread.sleep(Math.min(200, guard.upstreamState().retryAfter().toMillis() + 1));
                responded = responds(client);
            }
            assertThat(responded).isTrue();
            assertThat(guard.upstreamState()).isEqualTo(new UpstreamState(true, 0, Duration.ZERO));
        }
    }

    /** Returns how many of these calls the breaker rejects. */
    private static int countRejections(McpClient client, int calls) {
        int rejections = 0;
        for (int i = 0; i < calls; i++) {
            try {
                echo(client);
            } catch (ServerErrorException e) {
                if (e.data() != null) {
                    assertNamesRetryDelay(e);
                    rejections++;
                }
            }
        }
        return rejections;
    }

    /** Calls until three responses arrive in a row: the timeout is short, so a call may fail on a busy machine. */
    private static void awaitResponses(McpClient client) {
        int consecutive = 0;
        for (int i = 0; i < 100 && consecutive < 3; i++) {
            consecutive = responds(client) ? consecutive + 1 : 0;
        }
        assertThat(consecutive).isEqualTo(3);
    }

    private static boolean responds(McpClient client) {
        try {
            return echo(client).toString().contains("hello");
        } catch (ServerErrorException e) {
            return false;
        }
    }

    private static void assertNamesRetryDelay(ServerErrorException e) {
        assertThat(e.code()).isEqualTo(-32603);
        assertThat(e.serverMessage()).contains("consecutive failures");
        assertThat(e.data()).isNotNull();
        assertThat(Long.parseLong(e.data().get("retryAfter").toString())).isBetween(1L, 4L);
    }
}
