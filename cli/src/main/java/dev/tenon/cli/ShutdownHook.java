package dev.tenon.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Closes a server gracefully when the process is terminated by Ctrl-C or SIGTERM. */
final class ShutdownHook {
    private static final Duration GRACE_PERIOD = Duration.ofSeconds(10);

    private final PrintStream out;
    private final Consumer<Duration> close;
    private final AtomicBoolean cancelled = new AtomicBoolean();

    private ShutdownHook(PrintStream out, Consumer<Duration> close) {
        this.out = out;
        this.close = close;
    }

    /**
     * Registers a hook that calls {@code close} with the grace period for calls in flight, and reports the shutdown to
     * the user.
     */
    static ShutdownHook register(PrintStream out, Consumer<Duration> close) {
        ShutdownHook shutdown = new ShutdownHook(out, close);
        Runtime.getRuntime().addShutdownHook(new Thread(shutdown::run, "tenon-shutdown"));
        return shutdown;
    }

    /** Disables the hook because the server is already closed. */
    void disable() {
        cancelled.set(true);
    }

    private void run() {
        if (!cancelled.get()) {
            out.println("Stopping: calls in flight have " + GRACE_PERIOD.toSeconds() + " seconds to finish.");
            close.accept(GRACE_PERIOD);
            out.println("Stopped.");
        }
    }
}
