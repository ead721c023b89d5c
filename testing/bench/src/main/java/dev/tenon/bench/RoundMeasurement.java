package dev.tenon.bench;

import dev.tenon.bench.load.CallTimings;
import java.io.IOException;
import java.time.Duration;

/**
 * The figures of a server at one load in one round.
 *
 * @param perSecond calls per second
 * @param p50 the median latency in microseconds
 * @param p99 the 99th percentile of the latency in microseconds
 * @param processor processor time of the server in seconds per 100,000 calls
 * @param compiling the share of it that the JIT compilers used: close to 0 for a warm server
 * @param resident the resident memory of the server afterwards, in bytes
 */
record RoundMeasurement(double perSecond, double p50, double p99, double processor, double compiling, double resident) {
    private static final double HUNDRED_THOUSAND = 1e5;

    /** Makes calls. */
    @FunctionalInterface
    interface CallLoad {
        CallTimings run() throws IOException;
    }

    /** Makes the calls and returns the figures of the server. */
    static RoundMeasurement measure(ProcessUsage usage, CallLoad load) throws IOException {
        Duration before = usage.processorTime();
        Duration compilerBefore = usage.compilerTime();
        long begin = System.nanoTime();
        CallTimings calls = load.run();
        double seconds = (System.nanoTime() - begin) / 1e9;
        double processor = usage.processorTime().minus(before).toNanos();
        // The difference is negative if a compiler thread has ended.
        double compiler = Math.max(0, usage.compilerTime().minus(compilerBefore).toNanos());
        return new RoundMeasurement(
                calls.count() / seconds,
                calls.percentile(0.5),
                calls.percentile(0.99),
                processor / 1e9 / calls.count() * HUNDRED_THOUSAND,
                processor > 0 ? Math.min(1, compiler / processor) : 0,
                usage.residentBytes());
    }

    /** Returns the processor time without the JIT compilers: a better estimate for a warm server. */
    double processorWithoutCompiling() {
        return processor * (1 - compiling);
    }
}
