package dev.tenon.bench;

import dev.tenon.bench.load.LineLoad;
import dev.tenon.bench.load.Question;
import java.io.IOException;
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
        return Round.of(new Usage(process), () -> load.run(calls, inFlight));
    }

    @Override
    public void close() {
        process.destroy();
    }
}
