package dev.tenon.guard.nonblocking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.BreakerLimits;
import dev.tenon.guard.Guard;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.nonblocking.CallThreadRecorder.RecordedCall;
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
 * Clients and observers receive the same from a misbehaving server, whether the guard forwards a request on an event
 * loop or on a thread that may block.
 */
class NonBlockingEquivalenceTest {
    /** The number of concurrent cases that only wait. Others run one after another, as each affects the next. */
    private static final int CONCURRENT_CASES = 6;

    private static final int MAX_ATTEMPTS = 3;
    private static final int CALL_TIMEOUT_MS = 60_000;

    private static final BreakerLimits NEVER_OPENS =
            new BreakerLimits(Integer.MAX_VALUE, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** A guard that forwards calls to the misbehaving server in one of the two ways, with its client. */
    private static final class HttpGuardPath implements AutoCloseable {
        private final CallThreadRecorder recorder;
        private final Guard guard;
        private final TenonHttpServer http;
        private final McpClient client;
        private final MisbehaviourCalls calls;

        HttpGuardPath(ProtocolEra era, MisbehavingHttpServer upstream, boolean nonBlocking, boolean slow) {
            recorder = new CallThreadRecorder(nonBlocking);
            ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                    .callTimeout(Duration.ofMillis(slow ? 800 : CALL_TIMEOUT_MS))
                    .maxCallTimeout(Duration.ofMillis(slow ? 1600 : CALL_TIMEOUT_MS))
                    .reconnectDelay(Duration.ofMillis(10))
                    .build();
            guard = Guard.builder(ServerTarget.http(upstream.uri()))
                    .upstreamName("behind")
                    .clientLimits(limits)
                    .limits(GuardLimits.DEFAULT.withBreaker(NEVER_OPENS))
                    .policies(new PolicyChain(
                            List.of(new PolicyChain.PolicyEntry(new SchemaPolicy(100), EnforcementMode.ENFORCE)),
                            FindingListener.NONE))
                    .observers(recorder)
                    .build();
            http = TenonHttpServer.builder(guard.server()).port(0).start();
            client = McpClient.builder("front", "1")
                    .revisions(era == ProtocolEra.LEGACY ? Revision.V2025_11_25 : Revision.V2026_07_28)
                    .connect(ServerTarget.http(http.uri()));
            calls = new MisbehaviourCalls(client, recorder);
            assertThat(MisbehaviourCalls.isResponsive(client, 20)).isTrue();
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
    void a_misbehaving_server_has_the_same_outcome_on_both_paths(ProtocolEra era) throws Exception {
        assertEquivalent(era, false);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(ProtocolEra.class)
    void a_slow_server_has_the_same_outcome_on_both_paths(ProtocolEra era) throws Exception {
        assertEquivalent(era, true);
    }

    @Test
    void a_session_that_the_server_lost_is_restarted_on_both_paths() throws Exception {
        try (MisbehavingHttpServer upstream = new MisbehavingHttpServer(ProtocolEra.LEGACY, null);
                HttpGuardPath nonBlockingPath = new HttpGuardPath(ProtocolEra.LEGACY, upstream, true, false);
                HttpGuardPath blockingPath = new HttpGuardPath(ProtocolEra.LEGACY, upstream, false, false)) {
            upstream.restart(MisbehaviourRegistry.ALL.get(0));
            upstream.resetMisbehaviour();
            for (HttpGuardPath path : List.of(nonBlockingPath, blockingPath)) {
                assertThat(path.client
                                .callTool("echo", Map.of("text", "again"))
                                .content()
                                .toString())
                        .contains("again");
                path.client.callTool("echo", Map.of("text", "third"));
                assertThat(path.recorder.lastCall().startedOnIoThread()).isEqualTo(path == nonBlockingPath);
            }
        }
    }

    /** Repeats the calls: the JDK's client may use a connection that the previous misbehaviour closed. */
    private static Optional<String> difference(
            Misbehaviour misbehaviour, HttpGuardPath nonBlockingPath, HttpGuardPath blockingPath) {
        Optional<String> difference = Optional.empty();
        for (int i = 0; i < MAX_ATTEMPTS && (i == 0 || difference.isPresent()); i++) {
            String nonBlockingResult = nonBlockingPath.calls.callAndDescribe(misbehaviour);
            String blockingResult = blockingPath.calls.callAndDescribe(misbehaviour);
            difference = nonBlockingResult.equals(blockingResult)
                    ? Optional.empty()
                    : Optional.of("\nnon-blocking: " + nonBlockingResult + "\nblocking:     " + blockingResult + "\n");
        }
        return difference;
    }

    private static void assertEquivalent(ProtocolEra era, boolean slow) throws IOException, InterruptedException {
        List<Misbehaviour> misbehaviours = MisbehaviourCalls.selectMisbehaviours(era, slow, Misbehaviour::http);
        assertThat(misbehaviours).isNotEmpty();
        Map<String, String> differences = new ConcurrentSkipListMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(slow ? CONCURRENT_CASES : 1);
        try (MisbehavingHttpServer upstream = new MisbehavingHttpServer(era, null);
                HttpGuardPath nonBlockingPath = new HttpGuardPath(era, upstream, true, slow);
                HttpGuardPath blockingPath = new HttpGuardPath(era, upstream, false, slow)) {
            for (Misbehaviour misbehaviour : misbehaviours) {
                // Vert.x rejects a header that HTTP does not allow; java.net.http ignores it.
                if (misbehaviour.name().equals("session-id-of-nonsense")) {
                    continue;
                }
                threads.execute(() -> difference(misbehaviour, nonBlockingPath, blockingPath)
                        .ifPresent(text -> differences.put(misbehaviour.name(), text)));
            }
            threads.shutdown();
            assertThat(threads.awaitTermination(4, TimeUnit.MINUTES)).isTrue();
            assertThat(differences).isEmpty();
            assertThat(nonBlockingPath.recorder.calls().stream().filter(RecordedCall::startedOnIoThread))
                    .hasSizeGreaterThanOrEqualTo(misbehaviours.size() - 1);
            assertThat(blockingPath.recorder.calls().stream().filter(RecordedCall::startedOnIoThread))
                    .isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }
}
