package dev.tenon.guard.misbehaving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.support.CaseSampler;
import dev.tenon.testkit.misbehaviour.Misbehaviour;
import dev.tenon.testkit.misbehaviour.MisbehaviourCase;
import dev.tenon.testkit.misbehaviour.MisbehaviourRegistry;
import dev.tenon.testkit.misbehaviour.ProtocolEra;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * No misbehaving upstream server harms a client of the guard: the client soon gets a valid result or one error without
 * internal details, and its next call succeeds. The cases mostly wait, so several run at once.
 */
@Isolated("It measures the heap, which other tests fill as well.")
class HostileUpstreamTest {
    private static final long GROWTH = 96L << 20;
    private static final int LANES = 3;
    private static final int ONE_IN = 5;

    private static final Duration UNTIL_ALL_HAS_ENDED = Duration.ofMinutes(1);
    private static final List<Attempt> ATTEMPTS = new ArrayList<>();
    private static final ExecutorService THREADS = Executors.newFixedThreadPool(8);
    private static long atFirst;

    @BeforeAll
    static void begin() {
        atFirst = heap();
        List<Attempt> all =
                Stream.of(overHttp(), overStdio()).flatMap(List::stream).toList();
        CaseSampler.oneOfEach(all, attempt -> attempt.tried().misbehaviour().name()).stream()
                .filter(attempt -> CaseSampler.includes(attempt.toString(), ONE_IN))
                .filter(attempt -> CaseSampler.isExhaustive() || !isLong(attempt.tried()))
                .forEach(ATTEMPTS::add);
        Map<String, List<Attempt>> alike =
                ATTEMPTS.stream().filter(Attempt::isShared).collect(Collectors.groupingBy(Attempt::kind));
        for (List<Attempt> kind : alike.values()) {
            for (int lane = 0; lane < LANES; lane++) {
                List<Attempt> mine = new ArrayList<>();
                for (int i = lane; i < kind.size(); i += LANES) {
                    mine.add(kind.get(i));
                }
                THREADS.execute(new Lane(mine));
            }
        }
        ATTEMPTS.stream()
                .filter(attempt -> !attempt.isShared())
                .forEach(one -> THREADS.execute(new Lane(List.of(one))));
        THREADS.shutdown();
    }

    @AfterAll
    static void end() throws InterruptedException {
        THREADS.shutdownNow();
        assertThat(THREADS.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    /**
     * In each era that has it, before a client of the same one; what is in a single message, before one of the other
     * too.
     */
    private static List<Attempt> overHttp() {
        return MisbehaviourRegistry.ALL.stream()
                .filter(m -> !m.http().isEmpty())
                .flatMap(m -> m.eras().stream().map(era -> new MisbehaviourCase(m, era, true)))
                .flatMap(tried -> Stream.of(ProtocolEra.values())
                        .filter(front ->
                                front == tried.era() || tried.misbehaviour().isSingleMessage() && !tried.isSlow())
                        .flatMap(front -> Stream.of(true, false).map(strict -> new Attempt(tried, front, strict))))
                .toList();
    }

    /** What a call can ask for, and what is particular to processes: connecting and lists are the same as over HTTP. */
    private static List<Attempt> overStdio() {
        return MisbehaviourRegistry.ALL.stream()
                .filter(m -> !m.stdio().isEmpty())
                .filter(m -> m.trigger().canNameMisbehaviour() || m.http().isEmpty())
                .flatMap(m -> Stream.of(false, true).map(strict -> overStdio(m, strict)))
                .toList();
    }

    private static Attempt overStdio(Misbehaviour misbehaviour, boolean strict) {
        ProtocolEra era = misbehaviour.eras().contains(ProtocolEra.LEGACY) ? ProtocolEra.LEGACY : ProtocolEra.STATELESS;
        return new Attempt(new MisbehaviourCase(misbehaviour, era, false), era, strict);
    }

    @TestFactory
    @Covers("guard/security/fail-closed-validation")
    Stream<DynamicTest> a_client_in_front_is_not_harmed() {
        return ATTEMPTS.stream().map(attempt -> DynamicTest.dynamicTest(attempt.toString(), attempt::await));
    }

    @Test
    @Tag("exhaustive")
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void memory_is_bounded_when_all_is_over() throws Exception {
        ATTEMPTS.forEach(Attempt::awaitEnd);

        assertThat(growth()).as("growth in bytes").isLessThan(GROWTH);
    }

    /** Returns whether it lasts until a timeout of the guard, which takes longer than all others together. */
    private static boolean isLong(MisbehaviourCase tried) {
        return tried.isSlow() || tried.misbehaviour().name().endsWith("without-end");
    }

    /** What connections and processes hold that are still ending goes; what has been lost stays. */
    private static long growth() throws InterruptedException {
        long until = System.nanoTime() + UNTIL_ALL_HAS_ENDED.toNanos();
        long least = heap() - atFirst;
        while (least >= GROWTH && System.nanoTime() < until) {
            Thread.sleep(500);
            least = Math.min(least, heap() - atFirst);
        }
        return least;
    }

    @Test
    void there_are_enough_of_them() {
        assertThat(ATTEMPTS.stream()
                        .map(attempt -> attempt.tried().misbehaviour().name())
                        .distinct())
                .hasSizeGreaterThanOrEqualTo(CaseSampler.chooseSize(40, MisbehaviourRegistry.ALL.size()));
    }

    private static long heap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
