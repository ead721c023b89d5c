package dev.tenon.guard.pin;

import dev.tenon.transport.HandlerThreads;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at something again and again, so that others need not: as long as they ask for it, on a thread of its own. A look that takes
 * long is noticed.
 */
final class Lookout {
    private static final Logger LOG = LoggerFactory.getLogger(Lookout.class);
    private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long WANTED_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final ScheduledExecutorService CLOCK =
            Executors.newSingleThreadScheduledExecutor(HandlerThreads.named("tenon-guard-lookout-"));

    private final Runnable look;
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile long lookedAt = System.nanoTime() - FRESH_NANOS;
    private volatile long wantedAt = lookedAt;

    Lookout(Runnable look) {
        this.look = look;
    }

    /** Whether the last look was a moment ago. It will be so soon, if it is not. */
    boolean isFresh() {
        long now = System.nanoTime();
        wantedAt = now;
        if (running.compareAndSet(false, true)) {
            CLOCK.execute(this::round);
        }
        return now - lookedAt < FRESH_NANOS;
    }

    private void round() {
        long began = System.nanoTime();
        try {
            look.run();
            lookedAt = began;
        } catch (RuntimeException e) {
            LOG.debug("What is watched cannot be seen now", e);
        }
        if (System.nanoTime() - wantedAt < WANTED_NANOS) {
            var unused = CLOCK.schedule(this::round, EVERY_NANOS, TimeUnit.NANOSECONDS);
        } else {
            running.set(false);
        }
    }
}
