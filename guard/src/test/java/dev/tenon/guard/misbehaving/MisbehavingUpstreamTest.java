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
class MisbehavingUpstreamTest {
    private static final long MAX_HEAP_GROWTH = 96L << 20;
    private static final int RUNNERS_PER_GROUP = 3;
    private static final int ONE_IN = 5;

    private static final Duration HEAP_TIMEOUT = Duration.ofMinutes(1);
    private static final List<MisbehaviourScenario> SCENARIOS = new ArrayList<>();
    private static final ExecutorService THREADS = Executors.newFixedThreadPool(8);
    private static long initialHeap;

    @BeforeAll
    static void startScenarios() {
        initialHeap = heap();
        List<MisbehaviourScenario> all = Stream.of(httpScenarios(), stdioScenarios())
                .flatMap(List::stream)
                .toList();
        CaseSampler.oneOfEach(
                        all, scenario -> scenario.testCase().misbehaviour().name())
                .stream()
                .filter(scenario -> CaseSampler.includes(scenario.toString(), ONE_IN))
                .filter(scenario -> CaseSampler.isExhaustive() || !lastsLong(scenario.testCase()))
                .forEach(SCENARIOS::add);
        Map<String, List<MisbehaviourScenario>> groups = SCENARIOS.stream()
                .filter(MisbehaviourScenario::canShareServer)
                .collect(Collectors.groupingBy(MisbehaviourScenario::groupKey));
        for (List<MisbehaviourScenario> group : groups.values()) {
            for (int first = 0; first < RUNNERS_PER_GROUP; first++) {
                List<MisbehaviourScenario> share = new ArrayList<>();
                for (int i = first; i < group.size(); i += RUNNERS_PER_GROUP) {
                    share.add(group.get(i));
                }
                THREADS.execute(new ScenarioRunner(share));
            }
        }
        SCENARIOS.stream()
                .filter(scenario -> !scenario.canShareServer())
                .forEach(scenario -> THREADS.execute(new ScenarioRunner(List.of(scenario))));
        THREADS.shutdown();
    }

    @AfterAll
    static void end() throws InterruptedException {
        THREADS.shutdownNow();
        assertThat(THREADS.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    /**
     * Returns each misbehaviour in each of its eras, with a client of the same era; a misbehaviour of a single message
     * also with a client of the other era.
     */
    private static List<MisbehaviourScenario> httpScenarios() {
        return MisbehaviourRegistry.ALL.stream()
                .filter(m -> !m.http().isEmpty())
                .flatMap(m -> m.eras().stream().map(era -> new MisbehaviourCase(m, era, true)))
                .flatMap(testCase -> Stream.of(ProtocolEra.values())
                        .filter(clientEra -> clientEra == testCase.era()
                                || testCase.misbehaviour().isSingleMessage() && !testCase.isSlow())
                        .flatMap(clientEra -> Stream.of(true, false)
                                .map(hasAllPolicies -> new MisbehaviourScenario(testCase, clientEra, hasAllPolicies))))
                .toList();
    }

    /** Returns what a call can name and what only processes do: connections and lists are the same as over HTTP. */
    private static List<MisbehaviourScenario> stdioScenarios() {
        return MisbehaviourRegistry.ALL.stream()
                .filter(m -> !m.stdio().isEmpty())
                .filter(m -> m.trigger().canNameMisbehaviour() || m.http().isEmpty())
                .flatMap(m -> Stream.of(false, true).map(hasAllPolicies -> stdioScenario(m, hasAllPolicies)))
                .toList();
    }

    private static MisbehaviourScenario stdioScenario(Misbehaviour misbehaviour, boolean hasAllPolicies) {
        ProtocolEra era = misbehaviour.eras().contains(ProtocolEra.LEGACY) ? ProtocolEra.LEGACY : ProtocolEra.STATELESS;
        return new MisbehaviourScenario(new MisbehaviourCase(misbehaviour, era, false), era, hasAllPolicies);
    }

    @TestFactory
    @Covers("guard/security/fail-closed-validation")
    Stream<DynamicTest> a_client_of_the_guard_is_not_harmed() {
        return SCENARIOS.stream().map(scenario -> DynamicTest.dynamicTest(scenario.toString(), scenario::await));
    }

    @Test
    @Tag("exhaustive")
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void memory_is_bounded_after_all_scenarios() throws Exception {
        SCENARIOS.forEach(MisbehaviourScenario::awaitEnd);

        assertThat(heapGrowth()).as("growth of the heap in bytes").isLessThan(MAX_HEAP_GROWTH);
    }

    /** Returns whether it lasts until a timeout of the guard, which takes longer than all others together. */
    private static boolean lastsLong(MisbehaviourCase testCase) {
        return testCase.isSlow() || testCase.misbehaviour().name().endsWith("without-end");
    }

    /** Waits for connections and processes that are still closing; only leaked memory stays. */
    private static long heapGrowth() throws InterruptedException {
        long until = System.nanoTime() + HEAP_TIMEOUT.toNanos();
        long smallest = heap() - initialHeap;
        while (smallest >= MAX_HEAP_GROWTH && System.nanoTime() < until) {
            Thread.sleep(500);
            smallest = Math.min(smallest, heap() - initialHeap);
        }
        return smallest;
    }

    @Test
    void there_are_enough_scenarios() {
        assertThat(SCENARIOS.stream()
                        .map(scenario -> scenario.testCase().misbehaviour().name())
                        .distinct())
                .hasSizeGreaterThanOrEqualTo(CaseSampler.chooseSize(40, MisbehaviourRegistry.ALL.size()));
    }

    private static long heap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
