package dev.tenon.bench;

import java.time.Duration;
import java.util.List;

/**
 * How much is measured. The times in the comments are what each part takes on two processors.
 *
 * @param contenders who is called over HTTP
 * @param connections the loads over HTTP
 * @param http at the load that the goals are about
 * @param roundsAtOtherLoads at the other loads
 * @param stdio over standard input and output
 * @param stdioContenders who is called there
 * @param sse where an answer is a stream
 * @param large for messages of each size
 * @param maxMessageBytes bytes of the largest message
 * @param guard with a guard between
 * @param sessionCount sessions, and listeners
 * @param starts how often a process is started
 * @param isComplete whether starts are measured with every JDK and every archive
 */
record BenchmarkProfile(
        List<HttpContender> contenders,
        List<Integer> connections,
        MeasurementPlan http,
        int roundsAtOtherLoads,
        MeasurementPlan stdio,
        List<StdioContender> stdioContenders,
        MeasurementPlan sse,
        MeasurementPlan large,
        int maxMessageBytes,
        MeasurementPlan guard,
        int sessionCount,
        int starts,
        boolean isComplete) {
    private static final int MESSAGE = 4 << 20;
    private static final Duration WARM_BY = Duration.ofMinutes(1);

    /** For figures that are kept: some 25 minutes. */
    static BenchmarkProfile full() {
        return new BenchmarkProfile(
                HttpContender.all(),
                List.of(1, 64, 512),
                MeasurementPlan.of(15_000, 20, 600).withMaxWarmUp(WARM_BY), // 9 minutes
                5,
                MeasurementPlan.of(10_000, 20, 700).withMaxWarmUp(WARM_BY), // 5 minutes
                List.of(StdioContender.values()),
                MeasurementPlan.of(10_000, 15, 500).withMaxWarmUp(WARM_BY), // 2.5 minutes
                MeasurementPlan.of(3000, 10, 500), // 2.5 minutes
                MESSAGE,
                MeasurementPlan.of(10_000, 15, 500).withMaxWarmUp(WARM_BY), // 3 minutes
                10_000, // 1 minute
                10, // 2 minutes
                true);
    }

    /** For a look, in less than three minutes: those that the goals are about, at the load of the goals, less warm. */
    static BenchmarkProfile quick() {
        return new BenchmarkProfile(
                HttpContender.defaults(),
                List.of(64),
                MeasurementPlan.of(5000, 8, 400), // 55 seconds
                0,
                MeasurementPlan.of(2000, 5, 200), // 20 seconds
                StdioContender.defaults(),
                MeasurementPlan.of(1500, 4, 300), // 18 seconds
                MeasurementPlan.of(500, 4, 200), // 17 seconds
                MESSAGE,
                MeasurementPlan.of(1000, 4, 250), // 23 seconds
                1000, // 10 seconds
                2, // 9 seconds
                false);
    }

    /** To see that everything still works. */
    static BenchmarkProfile smoke() {
        MeasurementPlan pace = MeasurementPlan.of(50, 1, 50);
        return new BenchmarkProfile(
                HttpContender.smallSet(),
                List.of(2),
                pace,
                1,
                pace,
                List.of(StdioContender.values()),
                pace,
                pace,
                1 << 16,
                pace,
                5,
                1,
                false);
    }
}
