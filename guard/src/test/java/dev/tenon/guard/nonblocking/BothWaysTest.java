package dev.tenon.guard.nonblocking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.BreakerLimits;
import dev.tenon.guard.Guard;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.schema.SchemaPolicy;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.Revision;
import dev.tenon.testkit.misbehaviour.MisbehavingHttpServer;
import dev.tenon.testkit.misbehaviour.Misbehaviour;
import dev.tenon.testkit.misbehaviour.MisbehaviourRegistry;
import dev.tenon.testkit.misbehaviour.ProtocolEra;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever a server does, a client and an observer see the same of it whether a request goes the short way or the long
 * one.
 */
class BothWaysTest {
    /** Limits what runs at once: several cases that only wait, and one of those that change what the next sees. */
    private static final int AT_ONCE = 6;

    private static final int MOST_TRIES = 3;
    private static final int PATIENCE_MS = 60_000;

    private static final BreakerLimits NEVER_OPENS =
            new BreakerLimits(Integer.MAX_VALUE, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** One of the two ways to a bad server. */
    private static final class Lane implements AutoCloseable {
        private final Ways ways;
        private final Guard guard;
        private final TenonHttpServer http;
        private final McpClient client;
        private final BadCalls calls;

        Lane(ProtocolEra era, MisbehavingHttpServer behind, boolean shortWay, boolean slow) {
            ways = new Ways(shortWay);
            ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                    .callTimeout(Duration.ofMillis(slow ? 800 : PATIENCE_MS))
                    .maxCallTimeout(Duration.ofMillis(slow ? 1600 : PATIENCE_MS))
                    .reconnectDelay(Duration.ofMillis(10))
                    .build();
            guard = Guard.builder(ServerTarget.http(behind.uri()))
                    .upstreamName("behind")
                    .clientLimits(limits)
                    .limits(GuardLimits.DEFAULT.withBreaker(NEVER_OPENS))
                    .policies(new PolicyChain(
                            List.of(new PolicyChain.PolicyEntry(new SchemaPolicy(100), EnforcementMode.ENFORCE)),
                            FindingListener.NONE))
                    .observers(ways)
                    .build();
            http = TenonHttpServer.builder(guard.server()).port(0).start();
            client = McpClient.builder("front", "1")
                    .revisions(era == ProtocolEra.LEGACY ? Revision.V2025_11_25 : Revision.V2026_07_28)
                    .connect(ServerTarget.http(http.uri()));
            calls = new BadCalls(client, ways);
            assertThat(BadCalls.hasSettled(client, 20)).isTrue();
        }

        @Override
        public void close() {
            client.close();
            http.close(Duration.ZERO);
            guard.close(Duration.ZERO);
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(ProtocolEra.class)
    void a_bad_server_is_the_same_on_both(ProtocolEra era) throws Exception {
        compare(era, false);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(ProtocolEra.class)
    void a_server_that_takes_too_long_is_the_same_on_both(ProtocolEra era) throws Exception {
        compare(era, true);
    }

    @Test
    void a_session_that_the_server_has_lost_is_begun_again_on_both() throws Exception {
        try (MisbehavingHttpServer behind = new MisbehavingHttpServer(ProtocolEra.LEGACY, null);
                Lane shortly = new Lane(ProtocolEra.LEGACY, behind, true, false);
                Lane at = new Lane(ProtocolEra.LEGACY, behind, false, false)) {
            behind.restart(MisbehaviourRegistry.ALL.get(0));
            behind.resetMisbehaviour();
            for (Lane lane : List.of(shortly, at)) {
                assertThat(lane.client
                                .callTool("echo", Map.of("text", "again"))
                                .content()
                                .toString())
                        .contains("again");
                lane.client.callTool("echo", Map.of("text", "third"));
                assertThat(lane.ways.last().begunOnLoop()).isEqualTo(lane == shortly);
            }
        }
    }

    /** The JDK's client may meet a connection that the bad server before has just closed; not three times in a row. */
    private static Optional<String> difference(Misbehaviour bad, Lane shortly, Lane at) {
        Optional<String> different = Optional.empty();
        for (int i = 0; i < MOST_TRIES && (i == 0 || different.isPresent()); i++) {
            String one = shortly.calls.seen(bad);
            String other = at.calls.seen(bad);
            different =
                    one.equals(other) ? Optional.empty() : Optional.of("\nshort: " + one + "\nlong:  " + other + "\n");
        }
        return different;
    }

    private static void compare(ProtocolEra era, boolean slow) throws IOException, InterruptedException {
        List<Misbehaviour> tried = BadCalls.tried(era, slow, Misbehaviour::http);
        assertThat(tried).isNotEmpty();
        Map<String, String> different = new ConcurrentSkipListMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(slow ? AT_ONCE : 1);
        try (MisbehavingHttpServer behind = new MisbehavingHttpServer(era, null);
                Lane shortly = new Lane(era, behind, true, slow);
                Lane at = new Lane(era, behind, false, slow)) {
            for (Misbehaviour bad : tried) {
                // Vert.x refuses a header that HTTP does not allow, which java.net.http ignores.
                if (bad.name().equals("session-id-of-nonsense")) {
                    continue;
                }
                threads.execute(() -> difference(bad, shortly, at).ifPresent(text -> different.put(bad.name(), text)));
            }
            threads.shutdown();
            assertThat(threads.awaitTermination(4, TimeUnit.MINUTES)).isTrue();
            assertThat(different).isEmpty();
            assertThat(shortly.ways.seen().stream().filter(Ways.Seen::begunOnLoop))
                    .hasSizeGreaterThanOrEqualTo(tried.size() - 1);
            assertThat(at.ways.seen().stream().filter(Ways.Seen::begunOnLoop)).isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }
}
