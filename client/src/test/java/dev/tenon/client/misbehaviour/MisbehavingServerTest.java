package dev.tenon.client.misbehaviour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.CallOptions;
import dev.tenon.client.McpClient;
import dev.tenon.client.error.McpClientException;
import dev.tenon.coverage.Covers;
import dev.tenon.coverage.support.CaseSampler;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.TextContent;
import dev.tenon.testkit.misbehaviour.MisbehaviourCase;
import dev.tenon.testkit.misbehaviour.MisbehaviourRegistry;
import dev.tenon.testkit.misbehaviour.ObservedOutcome;
import dev.tenon.testkit.misbehaviour.ProtocolEra;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No server can hang, crash or exhaust a client: each caller gets an exception or a result, and other calls succeed.
 * Where a call can request the misbehaviour, one server and one client are used for all cases and must survive them.
 * Cases that wait for time to pass run in parallel; those of one client run one at a time.
 */
@Execution(ExecutionMode.CONCURRENT)
class MisbehavingServerTest {
    private static final long MAX_HEAP_GROWTH_BYTES = 64L << 20;
    /**
     * Often the server ends by closing the connection. It may close when the next call has been sent, which then fails
     * unless it may be repeated. A call may start several programs until one of them responds, each of which takes
     * seconds on a busy machine.
     */
    private static final CallOptions FOLLOW_UP_OPTIONS =
            CallOptions.DEFAULT.withTimeout(Duration.ofSeconds(30)).withResend(true);

    private static final int VALID_TOOL_COUNT = 4;
    private static final int SLOW_CASES_PER_SAMPLE = 25;
    private static final ClientServerPool POOL = new ClientServerPool();
    /** Read-locked by running cases, which temporarily hold memory; write-locked for precise measurements. */
    private static final ReadWriteLock HEAP_LOCK = new ReentrantReadWriteLock(true);

    private static long initialHeapBytes;

    @BeforeAll
    static void recordInitialHeap() {
        assertThat(MisbehaviourRegistry.ALL).isNotEmpty();
        initialHeapBytes = measureHeap();
    }

    @AfterAll
    static void closePool() {
        POOL.close();
    }

    static List<MisbehaviourCase> cases() {
        return CaseSampler.oneOfEach(
                        Stream.concat(stdioCases(), httpCases()).toList(),
                        testCase -> testCase.misbehaviour().name())
                .stream()
                .filter(testCase ->
                        !testCase.isSlow() || CaseSampler.includes(testCase.toString(), SLOW_CASES_PER_SAMPLE))
                .toList();
    }

    private static Stream<MisbehaviourCase> stdioCases() {
        return MisbehaviourRegistry.ALL.stream()
                .filter(m -> !m.stdio().isEmpty())
                .map(m -> new MisbehaviourCase(
                        m, m.eras().contains(ProtocolEra.LEGACY) ? ProtocolEra.LEGACY : ProtocolEra.STATELESS, false));
    }

    private static Stream<MisbehaviourCase> httpCases() {
        return MisbehaviourRegistry.ALL.stream()
                .filter(m -> !m.http().isEmpty())
                .flatMap(m -> m.eras().stream().map(era -> new MisbehaviourCase(m, era, true)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    @Timeout(90)
    @Covers({
        "core/jsonrpc/malformed-response-local",
        "core/jsonrpc/unknown-response-ignored",
        "core/jsonrpc/result-any-object",
        "core/pagination/loop-guard",
        "seed/security/message-size-limit",
        "seed/security/depth-limit",
        "2026-07-28/mrtr/round-limit",
        "2026-07-28/pagination/empty-string-cursor",
        "2026-07-28/caching/ttl-negative",
        "2026-07-28/caching/ttl-absent",
        "2026-07-28/jsonrpc/result-type-unrecognized",
        "core/cancellation/sender-ignores-late-response",
        "core/cancellation/invalid-ignored",
        "core/schema/tolerate-unknown-fields",
        "2026-07-28/http/sse-comments-ignored"
    })
    void the_client_survives(MisbehaviourCase testCase) {
        HEAP_LOCK.readLock().lock();
        try {
            if (testCase.canShareServer()) {
                runOnSharedServer(testCase);
            } else {
                runOnOwnServer(testCase);
            }
        } finally {
            HEAP_LOCK.readLock().unlock();
        }
        assertThat(measureHeapGrowth()).as("%s: growth in bytes", testCase).isLessThan(MAX_HEAP_GROWTH_BYTES);
    }

    @Test
    void there_are_enough_cases() {
        assertThat(MisbehaviourRegistry.NAMED).hasSizeGreaterThan(200);
    }

    private static void runOnSharedServer(MisbehaviourCase testCase) {
        Lock lock = POOL.lockFor(testCase);
        lock.lock();
        boolean passed = false;
        try {
            runCase(testCase, POOL.sharedClient(testCase));
            passed = true;
        } finally {
            if (!passed) {
                POOL.discard(testCase);
            }
            lock.unlock();
        }
    }

    private static void runCase(MisbehaviourCase testCase, McpClient client) {
        boolean setsMode = testCase.misbehaviour().trigger().isListing();
        if (setsMode) {
            client.callTool("become", Map.of("as", testCase.misbehaviour().name()), FOLLOW_UP_OPTIONS);
        }
        checkOutcome(testCase, client);
        checkNextCall(client);
        if (setsMode) {
            client.callTool("become", Map.of("as", "none"), FOLLOW_UP_OPTIONS);
        }
    }

    private static void runOnOwnServer(MisbehaviourCase testCase) {
        boolean beforeCalls = testCase.misbehaviour().trigger().isBeforeCalls();
        try (ClientServerPool.ClientServerPair pair = ClientServerPool.createPair(testCase)) {
            McpClient client = pair.connect();
            if (beforeCalls) {
                assertThat(ObservedOutcome.SUCCEEDS).as("%s", testCase).isIn(testCase.expected());
            } else {
                checkOutcome(testCase, client);
            }
            checkNextCall(client);
        } catch (McpClientException e) {
            if (!beforeCalls) {
                throw e;
            }
            assertThat(OutcomeClassifier.classify(e)).as("%s: %s", testCase, e).isIn(testCase.expected());
        }
    }

    private static void checkOutcome(MisbehaviourCase testCase, McpClient client) {
        try {
            ObservedOutcome outcome = triggerMisbehaviour(testCase, client);
            assertThat(outcome).as("%s", testCase).isIn(testCase.expected());
        } catch (McpClientException e) {
            assertThat(OutcomeClassifier.classify(e)).as("%s: %s", testCase, e).isIn(testCase.expected());
            assertThat(e.getMessage()).as("%s", testCase).isNotBlank().hasSizeLessThan(5000);
        }
    }

    private static ObservedOutcome triggerMisbehaviour(MisbehaviourCase testCase, McpClient client) {
        Map<String, String> arguments = Map.of("as", testCase.misbehaviour().name());
        switch (testCase.misbehaviour().trigger()) {
            case READ -> client.readResource("test://bad/" + arguments.get("as"));
            case PROMPT -> client.getPrompt("bad", arguments);
            case LIST -> {
                int tools = client.tools().toList().size();
                return testCase.expected().contains(ObservedOutcome.LEFT_OUT) && tools == VALID_TOOL_COUNT
                        ? ObservedOutcome.LEFT_OUT
                        : ObservedOutcome.SUCCEEDS;
            }
            default -> client.callTool("bad", arguments, CallOptions.DEFAULT.onProgress(progress -> {}));
        }
        return ObservedOutcome.SUCCEEDS;
    }

    private static void checkNextCall(McpClient client) {
        CallToolResult result = client.callTool("echo", Map.of("text", "still here"), FOLLOW_UP_OPTIONS);
        assertThat(result.content()).singleElement().isInstanceOfSatisfying(TextContent.class, text -> assertThat(
                        text.text())
                .isEqualTo("still here"));
        assertThat(client.status().pendingCalls()).isZero();
    }

    /** Returns the growth of the heap since the start, measured more precisely if it seems large. */
    private static long measureHeapGrowth() {
        Runtime runtime = Runtime.getRuntime();
        long growth = runtime.totalMemory() - runtime.freeMemory() - initialHeapBytes;
        if (growth >= MAX_HEAP_GROWTH_BYTES) {
            growth = measureHeap() - initialHeapBytes;
        }
        return growth < MAX_HEAP_GROWTH_BYTES ? growth : measureHeapGrowthUnderWriteLock();
    }

    /** Other test classes run at the same time and hold memory temporarily: only a leak remains. */
    private static long measureHeapGrowthUnderWriteLock() {
        HEAP_LOCK.writeLock().lock();
        try {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            long growth = measureHeap() - initialHeapBytes;
            while (growth >= MAX_HEAP_GROWTH_BYTES && System.nanoTime() - end < 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
                growth = measureHeap() - initialHeapBytes;
            }
            return growth;
        } finally {
            HEAP_LOCK.writeLock().unlock();
        }
    }

    private static long measureHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
