package dev.tenon.bench;

import dev.tenon.bench.load.BenchmarkCall;
import dev.tenon.bench.load.StdioLoadGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * A server on standard input and output, and what calls it.
 *
 * @param process the server
 * @param load what calls it
 */
record StdioServerProcess(Process process, StdioLoadGenerator load) implements AutoCloseable {
    /** A server whose complaints are to be seen. */
    static StdioServerProcess start(List<String> command, BenchmarkCall question) throws IOException {
        return start(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT), question);
    }

    /** The same on that JDK, where the command leaves it open, and what it says beside its answers is nobody's. */
    static StdioServerProcess startQuietly(List<String> command, JdkInstallation jdk, BenchmarkCall question)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("JAVA_HOME", jdk.home().toString());
        return start(builder, question);
    }

    private static StdioServerProcess start(ProcessBuilder builder, BenchmarkCall question) throws IOException {
        Process process = builder.start();
        return new StdioServerProcess(
                process, new StdioLoadGenerator(process.getInputStream(), process.getOutputStream(), question));
    }

    /** Calls with so many calls on their way. */
    RoundRobin.TimedLoad createLoad(int inFlight) {
        return time -> RoundMeasurement.measure(new ProcessUsage(process), () -> load.run(time, inFlight));
    }

    /** Calls once. */
    void callOnce() throws IOException {
        createLoad(1).run(Duration.ZERO);
    }

    /** Asks it to end, and waits for that. */
    void terminate(Duration patience) throws IOException {
        ProcessTermination.terminate(process, patience);
    }

    @Override
    public void close() throws IOException {
        terminate(ProcessTermination.DEFAULT_TIMEOUT);
    }
}
