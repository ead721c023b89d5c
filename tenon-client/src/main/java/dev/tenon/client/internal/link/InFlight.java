package dev.tenon.client.internal.link;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What one HTTP exchange waits for now, so that another thread can end it at once. */
final class InFlight {
    private final CountDownLatch aborted = new CountDownLatch(1);
    private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
    private final AtomicReference<Runnable> ending = new AtomicReference<>(() -> {});
    private volatile Supplier<Runnable> pausing = () -> () -> {};

    /** How those who wait for it are told that a person is asked; what that gives is run when it is over. */
    void pausesBy(Supplier<Runnable> pause) {
        pausing = pause;
    }

    /** Does what a person may have to do something for. */
    <T> T paused(Supplier<T> work) {
        Runnable resume = pausing.get();
        try {
            return work.get();
        } finally {
            resume.run();
        }
    }

    /** The exchange waits for this from now on. */
    void waitsFor(Future<?> call) {
        endsBy(() -> call.cancel(true));
    }

    /** The exchange reads this from now on. */
    void reads(Closeable body) {
        endsBy(() -> close(body));
    }

    /** The exchange is ended by this from now on. */
    void endsBy(Runnable end) {
        ending.set(end);
        if (isAborted()) {
            end.run();
        }
    }

    /** Closes what nobody reads any more. */
    static void close(Closeable body) {
        try {
            body.close();
        } catch (IOException e) {
            // It is as good as closed.
        }
    }

    /** Ends it: what it waits for fails. Safe for use by many threads. */
    void abort() {
        aborted.countDown();
        ending.get().run();
    }

    /** Ends it unless it is over within that time. */
    void abortAfter(Duration time, Executor executor) {
        var unused = over.orTimeout(time.toMillis(), TimeUnit.MILLISECONDS).whenComplete((nothing, late) -> {
            if (late != null) {
                executor.execute(this::abort);
            }
        });
    }

    /** It has ended by itself: nothing is kept for it any more. */
    void over() {
        over.complete(null);
    }

    /** Whether it has been ended. */
    boolean isAborted() {
        return aborted.getCount() == 0;
    }

    /** Waits so long, or until the end; false when that has come. */
    boolean sleep(Duration time) {
        try {
            return !aborted.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
