package dev.tenon.bench;

import java.time.Duration;
import java.util.List;

/**
 * How much is measured. The times in the comments are for two processors.
 *
 * @param contenders the servers called over HTTP
 * @param connections the loads over HTTP, in connections
 * @param http the plan for the load of the goals
 * @param roundsAtOtherLoads the number of rounds at all further loads
 * @param stdio the plan for standard input and output
 * @param stdioContenders the servers called over standard input and output
 * @param sse the plan for streaming responses
 * @param large the plan for messages of each size
 * @param maxMessageBytes the size of the largest message, in bytes
 * @param guard the plan for calls through a guard
 * @param sessionCount the number of sessions, and of listeners
 * @param starts how often each process is started
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
    private static final int MAX_MESSAGE_BYTES = 4 << 20;
    private static final Duration MAX_WARM_UP = Duration.ofMinutes(1);

    /** Returns the profile for published figures: about 25 minutes. */
    static BenchmarkProfile full() {
        return new BenchmarkProfile(
                HttpContender.all(),
                List.of(1, 64, 512),
                MeasurementPlan.of(15_000, 20, 600).withMaxWarmUp(MAX_WARM_UP), // 9 minutes
                5,
                MeasurementPlan.of(10_000, 20, 700).withMaxWarmUp(MAX_WARM_UP), // 5 minutes
                List.of(StdioContender.values()),
                MeasurementPlan.of(10_000, 15, 500).withMaxWarmUp(MAX_WARM_UP), // 2.5 minutes
                MeasurementPlan.of(3000, 10, 500), // 2.5 minutes
                MAX_MESSAGE_BYTES,
                MeasurementPlan.of(10_000, 15, 500).withMaxWarmUp(MAX_WARM_UP), // 3 minutes
                10_000, // 1 minute
                10, // 2 minutes
                true);
    }

    /**
     * Returns the profile for a quick check, less than three minutes: the servers and the load of the goals, with a
     * shorter warm-up.
     */
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
                MAX_MESSAGE_BYTES,
                MeasurementPlan.of(1000, 4, 250), // 23 seconds
                1000, // 10 seconds
                2, // 9 seconds
                false);
    }

    /** Returns the profile that only tests whether everything works. */
    static BenchmarkProfile smoke() {
        MeasurementPlan plan = MeasurementPlan.of(50, 1, 50);
        return new BenchmarkProfile(
                HttpContender.smallSet(),
                List.of(2),
                plan,
                1,
                plan,
                List.of(StdioContender.values()),
                plan,
                plan,
                1 << 16,
                plan,
                5,
                1,
                false);
    }
}
