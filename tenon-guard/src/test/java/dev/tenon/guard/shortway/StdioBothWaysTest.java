package dev.tenon.guard.shortway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.battery.hostile.Era;
import dev.tenon.battery.hostile.HostileStdio;
import dev.tenon.battery.hostile.Misbehaviour;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.CommandTarget;
import dev.tenon.client.McpClient;
import dev.tenon.client.McpClientException;
import dev.tenon.client.Target;
import dev.tenon.guard.Guard;
import dev.tenon.guard.policy.Findings;
import dev.tenon.guard.policy.Mode;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.SchemaPolicy;
import dev.tenon.model.Revision;
import dev.tenon.server.Limits;
import dev.tenon.transport.ChannelLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** As {@link BothWaysTest}, of bad servers that are processes, with the client at the other end of streams. */
@Tag("exhaustive")
class StdioBothWaysTest {
    /** A bad server sends 6 MiB, which the guard passes on. */
    private static final ChannelLimits LARGE = new ChannelLimits(32 << 20, 256, 1 << 20, Duration.ofSeconds(10));

    private static final int PATIENCE_MS = 60_000;
    private static final int MOST_TRIES = 3;
    /** A client that cannot take in a flood is cut off; here it is to see the answer that follows. */
    private static final Limits.Queue FOR_FLOODS = new Limits.Queue(200_000, 256 << 20, Duration.ofSeconds(30));

    /** One of the two ways to a bad server. */
    private static final class Lane implements AutoCloseable {
        private final Era era;
        private final boolean shortWay;
        private final boolean slow;
        private final Ways ways;
        private final Guard guard;
        private final Wire wire = Wire.make();
        private final AtomicReference<String> lastWords = new AtomicReference<>();
        private final McpClient client;
        private final BadCalls calls;

        Lane(Era era, boolean shortWay, boolean slow) {
            this.era = era;
            this.shortWay = shortWay;
            this.slow = slow;
            ways = new Ways(shortWay);
            ClientLimits limits = ClientLimits.DEFAULT
                    .change()
                    .callTime(Duration.ofMillis(slow ? 800 : PATIENCE_MS))
                    .callHardStop(Duration.ofMillis(slow ? 1600 : PATIENCE_MS))
                    .connectTime(Duration.ofSeconds(20))
                    .probeTime(Duration.ofSeconds(15))
                    .reconnectDelay(Duration.ofMillis(10))
                    .build();
            Target behind = new CommandTarget(
                    HostileStdio.command(era, "none"),
                    Map.of(),
                    null,
                    lastWords::set,
                    line -> line,
                    Duration.ofMillis(200));
            guard = Guard.before(behind)
                    .name("behind")
                    .clientLimits(limits)
                    .serverLimits(Limits.DEFAULT.change().queue(FOR_FLOODS).build())
                    .policies(new Policies(
                            List.of(new Policies.Post(new SchemaPolicy(100), Mode.ENFORCE)), Findings.NONE))
                    .observers(ways)
                    .build();
            guard.server().connect(wire.near().channel(guard.server().channelLimits()), "stdio", null);
            client = McpClient.named("front", "1")
                    .revisions(era == Era.LEGACY ? Revision.V2025_11_25 : Revision.V2026_07_28)
                    .connect(Target.channel(wire.far().channel(LARGE)));
            calls = new BadCalls(client, ways);
            assertThat(BadCalls.hasSettled(client, 20)).isTrue();
        }

        /** Whether it can go on after the bad server before, which may have died, or still be in the middle of a message. */
        boolean hasSettled(Misbehaviour before) {
            try {
                return BadCalls.hasSettled(client, MOST_TRIES);
            } catch (McpClientException e) {
                throw new AssertionError(
                        "Nothing is answered after " + before.name() + ", short way: " + shortWay + ", last words: "
                                + lastWords.get(),
                        e);
            }
        }

        /** Whether the request of which this comes began on the short way. */
        boolean isBegunHere(Misbehaviour misbehaviour) {
            return calls.exchanges(misbehaviour).stream().allMatch(Ways.Seen::begunOnLoop);
        }

        /** Another of the same kind, after this. */
        Lane anew() {
            close();
            return new Lane(era, shortWay, slow);
        }

        @Override
        public void close() {
            client.close();
            wire.close();
            guard.close(Duration.ZERO);
        }
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void a_bad_server_is_the_same_on_both(Era era) {
        compare(era, false);
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void a_server_that_takes_too_long_is_the_same_on_both(Era era) {
        compare(era, true);
    }

    private static void compare(Era era, boolean slow) {
        List<Misbehaviour> tried = BadCalls.tried(era, slow, Misbehaviour::stdio);
        assertThat(tried).isNotEmpty();
        Map<String, String> different = new TreeMap<>();
        Lane shortly = new Lane(era, true, slow);
        Lane at = new Lane(era, false, slow);
        int begunShortly = 0;
        try {
            for (Misbehaviour bad : tried) {
                String one = shortly.calls.seen(bad);
                String other = at.calls.seen(bad);
                if (!one.equals(other)) {
                    different.put(bad.name(), "\nshort: " + one + "\nlong:  " + other + "\n");
                }
                assertThat(at.ways.seen().stream().filter(Ways.Seen::begunOnLoop))
                        .isEmpty();
                begunShortly += shortly.isBegunHere(bad) ? 1 : 0;
                shortly = shortly.hasSettled(bad) ? shortly : shortly.anew();
                at = at.hasSettled(bad) ? at : at.anew();
            }
        } finally {
            shortly.close();
            at.close();
        }
        assertThat(different).isEmpty();
        assertThat(begunShortly).isEqualTo(tried.size());
    }
}
