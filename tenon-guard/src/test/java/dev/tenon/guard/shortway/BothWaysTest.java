package dev.tenon.guard.shortway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.battery.hostile.Era;
import dev.tenon.battery.hostile.HostileHttp;
import dev.tenon.battery.hostile.Misbehaviour;
import dev.tenon.battery.hostile.Misbehaviours;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.Target;
import dev.tenon.guard.BreakerLimits;
import dev.tenon.guard.Guard;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.policy.Findings;
import dev.tenon.guard.policy.Mode;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.SchemaPolicy;
import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.model.Revision;
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

/** Whatever a server does, a client and an observer see the same of it whether a request goes the short way or the long one. */
class BothWaysTest {
    /** So many that only wait may do so together; of others, one at a time, as they change what the next would see. */
    private static final int AT_ONCE = 6;

    private static final int MOST_TRIES = 3;
    private static final int PATIENCE_MS = 60_000;

    private static final BreakerLimits NEVER_OPENS =
            new BreakerLimits(Integer.MAX_VALUE, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** One of the two ways to a bad server. */
    private static final class Lane implements AutoCloseable {
        private final Ways ways;
        private final Guard guard;
        private final TenonHttp http;
        private final McpClient client;
        private final BadCalls calls;

        Lane(Era era, HostileHttp behind, boolean shortWay, boolean slow) {
            ways = new Ways(shortWay);
            ClientLimits limits = ClientLimits.DEFAULT
                    .change()
                    .callTime(Duration.ofMillis(slow ? 800 : PATIENCE_MS))
                    .callHardStop(Duration.ofMillis(slow ? 1600 : PATIENCE_MS))
                    .reconnectDelay(Duration.ofMillis(10))
                    .build();
            guard = Guard.before(Target.http(behind.uri()))
                    .name("behind")
                    .clientLimits(limits)
                    .limits(GuardLimits.DEFAULT.withBreaker(NEVER_OPENS))
                    .policies(new Policies(
                            List.of(new Policies.Post(new SchemaPolicy(100), Mode.ENFORCE)), Findings.NONE))
                    .observers(ways)
                    .build();
            http = TenonHttp.serving(guard.server()).port(0).start();
            client = McpClient.named("front", "1")
                    .revisions(era == Era.LEGACY ? Revision.V2025_11_25 : Revision.V2026_07_28)
                    .connect(Target.http(http.uri()));
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
    @EnumSource(Era.class)
    void a_bad_server_is_the_same_on_both(Era era) throws Exception {
        compare(era, false);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(Era.class)
    void a_server_that_takes_too_long_is_the_same_on_both(Era era) throws Exception {
        compare(era, true);
    }

    @Test
    void a_session_that_the_server_has_lost_is_begun_again_on_both() throws Exception {
        try (HostileHttp behind = new HostileHttp(Era.LEGACY, null);
                Lane shortly = new Lane(Era.LEGACY, behind, true, false);
                Lane at = new Lane(Era.LEGACY, behind, false, false)) {
            behind.restart(Misbehaviours.ALL.get(0));
            behind.behave();
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

    private static void compare(Era era, boolean slow) throws IOException, InterruptedException {
        List<Misbehaviour> tried = BadCalls.tried(era, slow, Misbehaviour::http);
        assertThat(tried).isNotEmpty();
        Map<String, String> different = new ConcurrentSkipListMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(slow ? AT_ONCE : 1);
        try (HostileHttp behind = new HostileHttp(era, null);
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
