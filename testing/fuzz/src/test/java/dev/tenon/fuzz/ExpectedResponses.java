package dev.tenon.fuzz;

import dev.tenon.jsonrpc.RequestId;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Counts the expected and received responses for each id. */
final class ExpectedResponses {
    private static final long TIMEOUT_NANOS = 15_000_000_000L;
    private static final Object NO_ID = "no id";

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Object, DueCount> dues = new HashMap<>();
    private @Nullable AssertionError failure;

    /** Expects one more response with this id; an optional one may be missing. */
    void expect(@Nullable RequestId id, boolean optional) {
        runLocked(() -> {
            DueCount due = dueFor(id);
            due.max++;
            due.min += optional ? 0 : 1;
        });
    }

    /** Allows the response to a request with this id to be missing. */
    void allowMissing(RequestId id) {
        runLocked(() -> dueFor(id).min = 0);
    }

    /** Counts a received response. */
    void onResponse(@Nullable RequestId id, String text) {
        runLocked(() -> {
            DueCount due = dueFor(id);
            due.received++;
            if (due.received > due.max) {
                failure = new AssertionError("more responses than requests: " + text);
            }
        });
    }

    void fail(AssertionError error) {
        runLocked(() -> failure = error);
    }

    void onClosed() {
        runLocked(() -> {
            if (isDue()) {
                failure = new AssertionError("closed although responses are missing");
            }
        });
    }

    /** Waits until all expected responses were received. */
    void awaitAll() throws InterruptedException {
        lock.lock();
        try {
            long remaining = TIMEOUT_NANOS;
            while (failure == null && isDue() && remaining > 0) {
                remaining = changed.awaitNanos(remaining);
            }
            if (failure != null) {
                throw failure;
            }
            FuzzAssertions.assertTrue(
                    !isDue(),
                    () -> "no response within " + TimeUnit.NANOSECONDS.toSeconds(TIMEOUT_NANOS) + " s: " + dues);
        } finally {
            lock.unlock();
        }
    }

    private boolean isDue() {
        return dues.values().stream().anyMatch(due -> due.received < due.min);
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
        private int min;
        private int max;
        private int received;

        @Override
        public String toString() {
            return received + " of " + min + " to " + max;
        }
    }
}
