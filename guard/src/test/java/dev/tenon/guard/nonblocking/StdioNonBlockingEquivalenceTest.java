package dev.tenon.guard.nonblocking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.McpClientException;
import dev.tenon.guard.Guard;
import dev.tenon.guard.nonblocking.CallThreadRecorder.RecordedCall;
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

/** Like {@link NonBlockingEquivalenceTest}, with server processes and a client that is connected by pipes. */
@Tag("exhaustive")
class StdioNonBlockingEquivalenceTest {
    /** A misbehaving server sends 6 MiB, which the guard forwards. */
    private static final ChannelLimits LARGE = new ChannelLimits(32 << 20, 256, 1 << 20, Duration.ofSeconds(10));

    private static final int CALL_TIMEOUT_MS = 60_000;
    private static final int MAX_ATTEMPTS = 3;
    /** A guard disconnects a client that reads a flood too slowly; here the client must get the response after it. */
    private static final Limits.QueueLimits FLOOD_LIMITS =
            new Limits.QueueLimits(200_000, 256 << 20, Duration.ofSeconds(30));

    /** A guard that forwards calls to the misbehaving server in one of the two ways, with its client. */
    private static final class StdioGuardPath implements AutoCloseable {
        private final ProtocolEra era;
        private final boolean nonBlocking;
        private final boolean slow;
        private final CallThreadRecorder recorder;
        private final Guard guard;
        private final PipePair pipes = PipePair.open();
        private final AtomicReference<String> lastErrorLine = new AtomicReference<>();
        private final McpClient client;
        private final MisbehaviourCalls calls;

        StdioGuardPath(ProtocolEra era, boolean nonBlocking, boolean slow) {
            this.era = era;
            this.nonBlocking = nonBlocking;
            this.slow = slow;
            recorder = new CallThreadRecorder(nonBlocking);
            ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                    .callTimeout(Duration.ofMillis(slow ? 800 : CALL_TIMEOUT_MS))
                    .maxCallTimeout(Duration.ofMillis(slow ? 1600 : CALL_TIMEOUT_MS))
                    .connectTimeout(Duration.ofSeconds(20))
                    .probeTimeout(Duration.ofSeconds(15))
                    .reconnectDelay(Duration.ofMillis(10))
                    .build();
            ServerTarget upstream = new CommandTarget(
                    MisbehavingStdioServer.command(era, "none"),
                    Map.of(),
                    null,
                    lastErrorLine::set,
                    line -> line,
                    Duration.ofMillis(200));
            guard = Guard.builder(upstream)
                    .upstreamName("behind")
                    .clientLimits(limits)
                    .serverLimits(Limits.DEFAULT.toBuilder().queue(FLOOD_LIMITS).build())
                    .policies(new PolicyChain(
                            List.of(new PolicyChain.PolicyEntry(new SchemaPolicy(100), EnforcementMode.ENFORCE)),
                            FindingListener.NONE))
                    .observers(recorder)
                    .build();
            guard.server().connect(pipes.guardEnd().channel(guard.server().channelLimits()), "stdio", null);
            client = McpClient.builder("front", "1")
                    .revisions(era == ProtocolEra.LEGACY ? Revision.V2025_11_25 : Revision.V2026_07_28)
                    .connect(ServerTarget.channel(pipes.clientEnd().channel(LARGE)));
            calls = new MisbehaviourCalls(client, recorder);
            assertThat(MisbehaviourCalls.isResponsive(client, 20)).isTrue();
        }

        /**
         * Returns whether the server responds after this misbehaviour, which may have ended the process, or may still
         * send a message.
         */
        boolean isResponsiveAfter(Misbehaviour before) {
            try {
                return MisbehaviourCalls.isResponsive(client, MAX_ATTEMPTS);
            } catch (McpClientException e) {
                throw new AssertionError(
                        "No response after " + before.name() + ", non-blocking: " + nonBlocking
                                + ", last line of standard error: " + lastErrorLine.get(),
                        e);
            }
        }

        /** Returns whether all calls of this misbehaviour started on the reader thread. */
        boolean startedOnReaderThread(Misbehaviour misbehaviour) {
            return calls.recordedCalls(misbehaviour).stream().allMatch(RecordedCall::startedOnIoThread);
        }

        /** Closes this path, and opens an equal one. */
        StdioGuardPath reopen() {
            close();
            return new StdioGuardPath(era, nonBlocking, slow);
        }

        @Override
        public void close() {
            client.close();
            pipes.close();
            guard.close(Duration.ZERO);
        }
    }

    @ParameterizedTest
    @EnumSource(ProtocolEra.class)
    void a_misbehaving_server_has_the_same_outcome_on_both_paths(ProtocolEra era) {
        assertEquivalent(era, false);
    }

    @ParameterizedTest
    @EnumSource(ProtocolEra.class)
    void a_slow_server_has_the_same_outcome_on_both_paths(ProtocolEra era) {
        assertEquivalent(era, true);
    }

    private static void assertEquivalent(ProtocolEra era, boolean slow) {
        List<Misbehaviour> misbehaviours = MisbehaviourCalls.selectMisbehaviours(era, slow, Misbehaviour::stdio);
        assertThat(misbehaviours).isNotEmpty();
        Map<String, String> differences = new TreeMap<>();
        StdioGuardPath nonBlockingPath = new StdioGuardPath(era, true, slow);
        StdioGuardPath blockingPath = new StdioGuardPath(era, false, slow);
        int startedNonBlocking = 0;
        try {
            for (Misbehaviour misbehaviour : misbehaviours) {
                String nonBlockingResult = nonBlockingPath.calls.callAndDescribe(misbehaviour);
                String blockingResult = blockingPath.calls.callAndDescribe(misbehaviour);
                if (!nonBlockingResult.equals(blockingResult)) {
                    differences.put(
                            misbehaviour.name(),
                            "\nnon-blocking: " + nonBlockingResult + "\nblocking:     " + blockingResult + "\n");
                }
                assertThat(blockingPath.recorder.calls().stream().filter(RecordedCall::startedOnIoThread))
                        .isEmpty();
                startedNonBlocking += nonBlockingPath.startedOnReaderThread(misbehaviour) ? 1 : 0;
                nonBlockingPath =
                        nonBlockingPath.isResponsiveAfter(misbehaviour) ? nonBlockingPath : nonBlockingPath.reopen();
                blockingPath = blockingPath.isResponsiveAfter(misbehaviour) ? blockingPath : blockingPath.reopen();
            }
        } finally {
            nonBlockingPath.close();
            blockingPath.close();
        }
        assertThat(differences).isEmpty();
        assertThat(startedNonBlocking).isEqualTo(misbehaviours.size());
    }
}
