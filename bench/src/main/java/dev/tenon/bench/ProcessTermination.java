package dev.tenon.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How a server's process ends. */
final class ProcessTermination {
    static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

    private ProcessTermination() {}

    /** Ends its input and asks it to end, waits so long for that, and then does not ask any more. */
    static void terminate(Process process, Duration patience) throws IOException {
        process.getOutputStream().close();
        process.destroy();
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
