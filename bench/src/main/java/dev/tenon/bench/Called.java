package dev.tenon.bench;

import dev.tenon.bench.load.Calls;
import dev.tenon.bench.load.LineLoad;
import dev.tenon.bench.load.Question;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * A server on standard input and output, and what calls it.
 *
 * @param process the server
 * @param load what calls it
 */
record Called(Process process, LineLoad load) implements AutoCloseable {
    static Called start(List<String> command, Question question) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new Called(process, new LineLoad(process.getInputStream(), process.getOutputStream(), question));
    }

    /** Makes so many calls, and says what was seen. */
    Round round(int calls, int inFlight) throws IOException {
        Usage usage = new Usage(process);
        Duration before = usage.processorTime();
        long begin = System.nanoTime();
        Calls made = load.run(calls, inFlight);
        double seconds = (System.nanoTime() - begin) / 1e9;
        return Round.of(made, seconds, usage.processorTime().minus(before), usage);
    }

    @Override
    public void close() {
        process.destroy();
    }
}
