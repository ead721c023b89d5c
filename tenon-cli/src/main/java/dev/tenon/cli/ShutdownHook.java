package dev.tenon.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Ends a server in good order when the process is told to end, by Ctrl-C or SIGTERM. */
final class ShutdownHook {
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final PrintStream out;
    private final Consumer<Duration> close;
    private final AtomicBoolean over = new AtomicBoolean();

    private ShutdownHook(PrintStream out, Consumer<Duration> close) {
        this.out = out;
        this.close = close;
    }

    /** From now on closes like this, within the time that calls in flight are given, and tells people so. */
    static ShutdownHook register(PrintStream out, Consumer<Duration> close) {
        ShutdownHook shutdown = new ShutdownHook(out, close);
        Runtime.getRuntime().addShutdownHook(new Thread(shutdown::run, "tenon-shutdown"));
        return shutdown;
    }

    /** The server has ended by itself: there is nothing left to do. */
    void cancel() {
        over.set(true);
    }

    private void run() {
        if (!over.get()) {
            out.println("Stopping: calls in flight have " + GRACE.toSeconds() + " seconds to end.");
            close.accept(GRACE);
            out.println("Stopped.");
        }
    }
}
