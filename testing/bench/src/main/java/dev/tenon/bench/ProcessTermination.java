package dev.tenon.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Terminates server processes. */
final class ProcessTermination {
    static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

    private ProcessTermination() {}

    /** Closes the input of a process, terminates it, and kills it after a timeout. */
    static void terminate(Process process, Duration timeout) throws IOException {
        process.getOutputStream().close();
        process.destroy();
        try {
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
