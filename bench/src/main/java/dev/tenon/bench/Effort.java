package dev.tenon.bench;

import java.time.Duration;
import java.util.List;

/**
 * How much is measured.
 *
 * @param warmUpCalls how often each server is called before anything counts
 * @param warmUpTime how long that may take
 * @param round how long each server is called at each load in a round
 * @param rounds how often, all in turn
 * @param connections the loads over HTTP
 * @param stdioCalls calls in a round over standard input and output
 * @param many sessions, and listeners
 * @param largest bytes of the largest message
 * @param starts how often a process is started
 * @param contenders who is called over HTTP
 */
record Effort(
        int warmUpCalls,
        Duration warmUpTime,
        Duration round,
        int rounds,
        List<Integer> connections,
        int stdioCalls,
        int many,
        int largest,
        int starts,
        List<Contender> contenders) {
    private static final int MESSAGE = 4 << 20;
    private static final List<Integer> LOADS = List.of(1, 64, 512);

    /** For figures that are kept. */
    static Effort full() {
        return new Effort(
                200_000,
                Duration.ofSeconds(20),
                Duration.ofSeconds(2),
                5,
                LOADS,
                100_000,
                10_000,
                MESSAGE,
                10,
                List.of(Contender.values()));
    }

    /** For a look. */
    static Effort quick() {
        return new Effort(
                40_000,
                Duration.ofSeconds(5),
                Duration.ofMillis(500),
                3,
                LOADS,
                10_000,
                1000,
                MESSAGE,
                3,
                Contender.usual());
    }

    /** To see that everything still works. */
    static Effort least() {
        return new Effort(
                20, Duration.ofMillis(50), Duration.ofMillis(50), 1, List.of(2), 100, 5, 1 << 16, 1, Contender.few());
    }
}
