package dev.tenon.fuzz;

import dev.tenon.jsonrpc.RequestId;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The answers that are due: how many for each id, and how many have come. */
final class Expected {
    private static final long PATIENCE_NANOS = 15_000_000_000L;
    private static final Object NO_ID = "no id";

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Object, Due> dues = new HashMap<>();
    private @Nullable AssertionError failure;

    /** One more answer with that id will come, or may come. */
    void answer(@Nullable RequestId id, boolean maybe) {
        locked(() -> {
            Due due = due(id);
            due.most++;
            due.least += maybe ? 0 : 1;
        });
    }

    /** A request with that id may stay without an answer from now on. */
    void maybeCancelled(RequestId id) {
        locked(() -> due(id).least = 0);
    }

    /** An answer came. */
    void answered(@Nullable RequestId id, String text) {
        locked(() -> {
            Due due = due(id);
            due.came++;
            if (due.came > due.most) {
                failure = new AssertionError("answered once more than asked: " + text);
            }
        });
    }

    void failed(AssertionError error) {
        locked(() -> failure = error);
    }

    void closed() {
        locked(() -> {
            if (isDue()) {
                failure = new AssertionError("closed although answers are due");
            }
        });
    }

    /** Waits until nothing is due any more. */
    void await() throws InterruptedException {
        lock.lock();
        try {
            long left = PATIENCE_NANOS;
            while (failure == null && isDue() && left > 0) {
                left = changed.awaitNanos(left);
            }
            if (failure != null) {
                throw failure;
            }
            Check.that(
                    !isDue(),
                    () -> "no answer within " + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS) + " s: " + dues);
        } finally {
            lock.unlock();
        }
    }

    private boolean isDue() {
        return dues.values().stream().anyMatch(due -> due.came < due.least);
    }

    private Due due(@Nullable RequestId id) {
        return dues.computeIfAbsent(id == null ? NO_ID : id, any -> new Due());
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static final class Due {
        private int least;
        private int most;
        private int came;

        @Override
        public String toString() {
            return came + " of " + least + " to " + most;
        }
    }
}
