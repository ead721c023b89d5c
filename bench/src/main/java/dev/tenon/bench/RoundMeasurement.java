package dev.tenon.bench;

import dev.tenon.bench.load.CallTimings;
import java.io.IOException;
import java.time.Duration;

/**
 * What was seen of a server at a load in one round.
 *
 * @param perSecond calls in a second
 * @param p50 microseconds that half of the calls needed at most
 * @param p99 microseconds that 99 of 100 calls needed at most
 * @param processor seconds of processor time of the server for 100,000 calls
 * @param compiling the share of that which the compilers of the Java machine had: a warm server has next to none
 * @param resident bytes of memory that the server held afterwards
 */
record RoundMeasurement(double perSecond, double p50, double p99, double processor, double compiling, double resident) {
    private static final double HUNDRED_THOUSAND = 1e5;

    /** Calls that are to be made. */
    @FunctionalInterface
    interface CallLoad {
        CallTimings run() throws IOException;
    }

    /** Has the calls made, and says what was seen of the server that is used so. */
    static RoundMeasurement measure(ProcessUsage usage, CallLoad load) throws IOException {
        Duration before = usage.processorTime();
        Duration compilerBefore = usage.compilerTime();
        long begin = System.nanoTime();
        CallTimings calls = load.run();
        double seconds = (System.nanoTime() - begin) / 1e9;
        double processor = usage.processorTime().minus(before).toNanos();
        // A compiler's thread may have ended, and what it had with it.
        double compiler = Math.max(0, usage.compilerTime().minus(compilerBefore).toNanos());
        return new RoundMeasurement(
                calls.count() / seconds,
                calls.percentile(0.5),
                calls.percentile(0.99),
                processor / 1e9 / calls.count() * HUNDRED_THOUSAND,
                processor > 0 ? Math.min(1, compiler / processor) : 0,
                usage.residentBytes());
    }

    /** The processor time without the compilers: what is nearer to that of a warm server while one is not. */
    double processorWithoutCompiling() {
        return processor * (1 - compiling);
    }
}
