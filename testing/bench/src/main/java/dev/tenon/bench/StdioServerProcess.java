package dev.tenon.bench;

import dev.tenon.bench.load.BenchmarkCall;
import dev.tenon.bench.load.StdioLoadGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * A server on standard input and output, and the load generator that calls it.
 *
 * @param process the server
 * @param load the load generator
 */
record StdioServerProcess(Process process, StdioLoadGenerator load) implements AutoCloseable {
    /** Starts a server; its standard error is shown. */
    static StdioServerProcess start(List<String> command, BenchmarkCall call) throws IOException {
        return start(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT), call);
    }

    /**
     * Like {@link #start(List, BenchmarkCall)}, but discards standard error, and sets the JDK if the command does not
     * select one.
     */
    static StdioServerProcess startQuietly(List<String> command, JdkInstallation jdk, BenchmarkCall call)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("JAVA_HOME", jdk.home().toString());
        return start(builder, call);
    }

    private static StdioServerProcess start(ProcessBuilder builder, BenchmarkCall call) throws IOException {
        Process process = builder.start();
        return new StdioServerProcess(
                process, new StdioLoadGenerator(process.getInputStream(), process.getOutputStream(), call));
    }

    /** Returns a load with this number of calls in flight. */
    RoundRobin.TimedLoad createLoad(int inFlight) {
        return time -> RoundMeasurement.measure(new ProcessUsage(process), () -> load.run(time, inFlight));
    }

    /** Makes one call. */
    void callOnce() throws IOException {
        createLoad(1).run(Duration.ZERO);
    }

    /** Terminates the process and waits for it. */
    void terminate(Duration timeout) throws IOException {
        ProcessTermination.terminate(process, timeout);
    }

    @Override
    public void close() throws IOException {
        terminate(ProcessTermination.DEFAULT_TIMEOUT);
    }
}
