package dev.tenon.fuzz;

import dev.tenon.jsonrpc.RequestId;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The answers that are due: how many for each id, and how many have come. */
final class ExpectedResponses {
    private static final long TIMEOUT_NANOS = 15_000_000_000L;
    private static final Object NO_ID = "no id";

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Object, DueCount> dues = new HashMap<>();
    private @Nullable AssertionError failure;

    /** One more answer with that id will come, or may come. */
    void expect(@Nullable RequestId id, boolean maybe) {
        runLocked(() -> {
            DueCount due = dueFor(id);
            due.most++;
            due.least += maybe ? 0 : 1;
        });
    }

    /** A request with that id may stay without an answer from now on. */
    void allowMissing(RequestId id) {
        runLocked(() -> dueFor(id).least = 0);
    }

    /** An answer came. */
    void onResponse(@Nullable RequestId id, String text) {
        runLocked(() -> {
            DueCount due = dueFor(id);
            due.came++;
            if (due.came > due.most) {
                failure = new AssertionError("answered once more than asked: " + text);
            }
        });
    }

    void fail(AssertionError error) {
        runLocked(() -> failure = error);
    }

    void onClosed() {
        runLocked(() -> {
            if (isDue()) {
                failure = new AssertionError("closed although answers are due");
            }
        });
    }

    /** Waits until nothing is due any more. */
    void awaitAll() throws InterruptedException {
        lock.lock();
        try {
            long left = TIMEOUT_NANOS;
            while (failure == null && isDue() && left > 0) {
                left = changed.awaitNanos(left);
            }
            if (failure != null) {
                throw failure;
            }
            FuzzAssertions.assertTrue(
                    !isDue(),
                    () -> "no answer within " + TimeUnit.NANOSECONDS.toSeconds(TIMEOUT_NANOS) + " s: " + dues);
        } finally {
            lock.unlock();
        }
    }

    private boolean isDue() {
        return dues.values().stream().anyMatch(due -> due.came < due.least);
    }

    private DueCount dueFor(@Nullable RequestId id) {
        return dues.computeIfAbsent(id == null ? NO_ID : id, any -> new DueCount());
    }

    private void runLocked(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static final class DueCount {
        private int least;
        private int most;
        private int came;

        @Override
        public String toString() {
            return came + " of " + least + " to " + most;
        }
    }
}
