package dev.tenon.conformance.neighbour;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Issue 20, "a neighbours table", which is in docs/threat-model.md: while one client attacks, the calls of another
 * succeed, and their 99th percentile is at most the larger of 100 ms and five times its value without an attack, just
 * before or after. 30 seconds after the attack the server uses at most 20% more memory than before. {@code
 * -Dtenon.neighbours=all} or {@code -Dtenon.neighbours=SLOW_HEADS,SLOW_BODIES} selects all or some attacks, on a
 * machine without other load. Three of them are in each exhaustive run, in parallel with other tests: no call may fail
 * or take 10 seconds, as when attackers blocked event loops.
 */
@Tag("exhaustive")
class NeighboursTest {
    /** The attacks to measure without other load on the machine; empty in an exhaustive run. */
    private static final String SELECTED = System.getProperty("tenon.neighbours", "");

    static final boolean MEASURED = !SELECTED.isEmpty();
    /** In an exhaustive run other tests take most of the processors. */
    private static final Duration ALWAYS_ALLOWED = Duration.ofMillis(MEASURED ? 100 : 10_000);

    private static final int ALLOWED_FACTOR = 5;
    private static final int WARM_UP_SECONDS = 5;
    private static final int MAX_ATTACK_SECONDS = 120;
    private static final Duration RECOVERY = Duration.ofSeconds(30);
    private static final double GROWTH = 1.2;
    /** The variation of memory after a garbage collection. */
    private static final long NOISE_BYTES = MEASURED ? 4 << 20 : 16 << 20;

    /**
     * The part of the 1 MiB chunks filled by an attack that Netty retains: at most one chunk for each size of small
     * buffers.
     */
    private static final long KEPT_BUFFER_BYTES = 16 << 20;

    private static final int TAIL_LINES = 20;

    @TempDir
    Path folder;

    static Stream<AttackKind> kinds() {
        if (SELECTED.equals("all")) {
            return Stream.of(AttackKind.values());
        }
        return MEASURED
                ? Stream.of(SELECTED.split(",")).map(AttackKind::valueOf)
                : Stream.of(AttackKind.SLOW_WEB_SOCKET, AttackKind.HTTP2_UNREAD_STREAMS, AttackKind.PIPELINING_100);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void an_attack_does_not_affect_another_client(AttackKind kind) throws Exception {
        Path serverLog = folder.resolve("server.log");
        Path attackLog = folder.resolve("attack.log");
        try (ServerProcess server = ServerProcess.start(serverLog, kind.program(), folder);
                Neighbour neighbour = new Neighbour(server.port(), NeighbourServer.PATH)) {
            attack(kind, server, neighbour, folder, attackLog);
        } catch (Exception | AssertionError e) {
            throw new AssertionError(
                    kind + ": " + e.getMessage() + tail("server", serverLog) + tail("attack", attackLog), e);
        }
    }

    private static void attack(AttackKind kind, ServerProcess server, Neighbour neighbour, Path folder, Path log)
            throws Exception {
        neighbour.warmUp();
        Map<String, Long> memoryBefore = server.memory();
        if (MEASURED) {
            warmUpAttack(kind, server, folder, log);
            memoryBefore = awaitMemory(server, memoryBefore, KEPT_BUFFER_BYTES);
        }
        Latencies before = neighbour.measure();
        Map<String, Long> countersBefore = server.counters();
        Latencies attacked;
        Process attack = start(kind, server, folder, log);
        try (BufferedReader output = attack.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.readLine()).as("the attack begins").isEqualTo("begun");
            awaitLimit(server, kind.bounds().get(0), countersBefore);
            attacked = neighbour.measure();
            for (String bound : kind.bounds()) {
                awaitLimit(server, bound, countersBefore);
            }
            attack.outputWriter().close();
            assertThat(output.readLine()).as("the attack ends").isNotNull();
        } finally {
            attack.destroyForcibly().onExit().join();
        }
        // Printed before the assertions, so that it is available if they fail.
        System.out.printf("%s: alone %s; attacked %s; bounds %s%n", kind, before, attacked, server.counters());
        Map<String, Long> memoryAfter = awaitMemory(server, memoryBefore, NOISE_BYTES);
        Latencies after = neighbour.measure();
        System.out.printf("%s: after it %s; memory before %s, after %s%n", kind, after, memoryBefore, memoryAfter);
        long alone = Math.max(
                before.percentile(0.99).toNanos(), after.percentile(0.99).toNanos());
        assertThat(attacked.percentile(0.99))
                .as("99th percentile: attacked %s; alone %s, and after it %s", attacked, before, after)
                .isLessThanOrEqualTo(Duration.ofNanos(Math.max(ALWAYS_ALLOWED.toNanos(), alone * ALLOWED_FACTOR)));
    }

    private static Process start(AttackKind kind, ServerProcess server, Path folder, Path log) throws IOException {
        List<String> command = JavaProcess.command(
                List.of("-Xmx256m"), AttackProgram.class, kind.name(), server.port(), MAX_ATTACK_SECONDS, folder);
        if (MEASURED && System.getProperty("os.name").equals("Linux")) {
            // An attacker on another machine takes no processor time from the server.
            command.addAll(0, List.of("nice", "-n", "19"));
        }
        return JavaProcess.start(log, command);
    }

    /** Attacks for a moment, so that the measurement does not include JIT compilation. */
    private static void warmUpAttack(AttackKind kind, ServerProcess server, Path folder, Path log) throws Exception {
        Map<String, Long> counters = server.counters();
        Process attack = start(kind, server, folder, log);
        try (BufferedReader output = attack.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.readLine()).as("the attack begins").isEqualTo("begun");
            awaitLimit(server, kind.bounds().get(0), counters);
            TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
        } finally {
            attack.destroyForcibly().onExit().join();
        }
    }

    /** Waits until the attack reaches a limit; otherwise it proves nothing. */
    private static void awaitLimit(ServerProcess server, String bound, Map<String, Long> before) throws Exception {
        List<String> alternatives = List.of(bound.split(" or "));
        assertThat(before).containsKeys(alternatives.toArray(String[]::new));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        Map<String, Long> counters = server.counters();
        while (!anyMoved(alternatives, before, counters)) {
            assertThat(System.nanoTime() - end)
                    .as("the count of %s moves: %s", bound, counters)
                    .isNegative();
            TimeUnit.MILLISECONDS.sleep(100);
            counters = server.counters();
        }
    }

    private static boolean anyMoved(List<String> names, Map<String, Long> before, Map<String, Long> current) {
        return names.stream().anyMatch(name -> current.get(name) > before.get(name));
    }

    private static Map<String, Long> awaitMemory(ServerProcess server, Map<String, Long> before, long tolerance)
            throws Exception {
        long end = System.nanoTime() + RECOVERY.toNanos();
        while (true) {
            Map<String, Long> current = server.memory();
            boolean recovered = current.keySet().stream()
                    .allMatch(kind -> current.get(kind) <= before.get(kind) * GROWTH + tolerance);
            if (recovered) {
                return current;
            }
            assertThat(System.nanoTime() - end)
                    .as("memory before %s, now %s", before, current)
                    .isNegative();
            TimeUnit.SECONDS.sleep(1);
        }
    }

    private static String tail(String name, Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return "\nThe last log lines of the " + name + ":\n"
                    + String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException e) {
            return "\nThe " + name + " logged nothing";
        }
    }
}
