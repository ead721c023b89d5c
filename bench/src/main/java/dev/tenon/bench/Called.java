package dev.tenon.bench;

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
    /** A server whose complaints are to be seen. */
    static Called start(List<String> command, Question question) throws IOException {
        return start(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT), question);
    }

    /** The same on that JDK, where the command leaves it open, and what it says beside its answers is nobody's. */
    static Called startQuietly(List<String> command, Jdk jdk, Question question) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("JAVA_HOME", jdk.home().toString());
        return start(builder, question);
    }

    private static Called start(ProcessBuilder builder, Question question) throws IOException {
        Process process = builder.start();
        return new Called(process, new LineLoad(process.getInputStream(), process.getOutputStream(), question));
    }

    /** Calls with so many calls on their way. */
    Turns.Turn turn(int inFlight) {
        return time -> Round.of(new Usage(process), () -> load.run(time, inFlight));
    }

    /** Calls once. */
    void once() throws IOException {
        turn(1).take(Duration.ZERO);
    }

    /** Asks it to end, and waits for that. */
    void end(Duration patience) throws IOException {
        Ending.of(process, patience);
    }

    @Override
    public void close() throws IOException {
        end(Ending.USUAL_PATIENCE);
    }
}
