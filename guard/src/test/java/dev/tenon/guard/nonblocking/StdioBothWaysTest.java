package dev.tenon.guard.nonblocking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.McpClientException;
import dev.tenon.guard.Guard;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.schema.SchemaPolicy;
import dev.tenon.model.Revision;
import dev.tenon.server.Limits;
import dev.tenon.testkit.misbehaviour.MisbehavingStdioServer;
import dev.tenon.testkit.misbehaviour.Misbehaviour;
import dev.tenon.testkit.misbehaviour.ProtocolEra;
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
    private static final Limits.QueueLimits FOR_FLOODS =
            new Limits.QueueLimits(200_000, 256 << 20, Duration.ofSeconds(30));

    /** One of the two ways to a bad server. */
    private static final class Lane implements AutoCloseable {
        private final ProtocolEra era;
        private final boolean shortWay;
        private final boolean slow;
        private final Ways ways;
        private final Guard guard;
        private final Wire wire = Wire.make();
        private final AtomicReference<String> lastWords = new AtomicReference<>();
        private final McpClient client;
        private final BadCalls calls;

        Lane(ProtocolEra era, boolean shortWay, boolean slow) {
            this.era = era;
            this.shortWay = shortWay;
            this.slow = slow;
            ways = new Ways(shortWay);
            ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                    .callTimeout(Duration.ofMillis(slow ? 800 : PATIENCE_MS))
                    .maxCallTimeout(Duration.ofMillis(slow ? 1600 : PATIENCE_MS))
                    .connectTimeout(Duration.ofSeconds(20))
                    .probeTimeout(Duration.ofSeconds(15))
                    .reconnectDelay(Duration.ofMillis(10))
                    .build();
            ServerTarget behind = new CommandTarget(
                    MisbehavingStdioServer.command(era, "none"),
                    Map.of(),
                    null,
                    lastWords::set,
                    line -> line,
                    Duration.ofMillis(200));
            guard = Guard.builder(behind)
                    .upstreamName("behind")
                    .clientLimits(limits)
                    .serverLimits(Limits.DEFAULT.toBuilder().queue(FOR_FLOODS).build())
                    .policies(new PolicyChain(
                            List.of(new PolicyChain.PolicyEntry(new SchemaPolicy(100), EnforcementMode.ENFORCE)),
                            FindingListener.NONE))
                    .observers(ways)
                    .build();
            guard.server().connect(wire.near().channel(guard.server().channelLimits()), "stdio", null);
            client = McpClient.builder("front", "1")
                    .revisions(era == ProtocolEra.LEGACY ? Revision.V2025_11_25 : Revision.V2026_07_28)
                    .connect(ServerTarget.channel(wire.far().channel(LARGE)));
            calls = new BadCalls(client, ways);
            assertThat(BadCalls.hasSettled(client, 20)).isTrue();
        }

        /**
         * Whether it can go on after the bad server before, which may have died, or still be in the middle of a
         * message.
         */
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
    @EnumSource(ProtocolEra.class)
    void a_bad_server_is_the_same_on_both(ProtocolEra era) {
        compare(era, false);
    }

    @ParameterizedTest
    @EnumSource(ProtocolEra.class)
    void a_server_that_takes_too_long_is_the_same_on_both(ProtocolEra era) {
        compare(era, true);
    }

    private static void compare(ProtocolEra era, boolean slow) {
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
