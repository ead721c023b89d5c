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
    private final Condition countChanged = lock.newCondition();
    private final Map<Object, ResponseCount> counts = new HashMap<>();
    private @Nullable AssertionError failure;

    /** Expects one more response with this id; an optional one may be missing. */
    void expect(@Nullable RequestId id, boolean optional) {
        runLocked(() -> {
            ResponseCount count = countFor(id);
            count.max++;
            count.min += optional ? 0 : 1;
        });
    }

    /** Allows the response to a request with this id to be missing. */
    void allowMissing(RequestId id) {
        runLocked(() -> countFor(id).min = 0);
    }

    /** Counts a received response. */
    void onResponse(@Nullable RequestId id, String text) {
        runLocked(() -> {
            ResponseCount count = countFor(id);
            count.received++;
            if (count.received > count.max) {
                failure = new AssertionError("more responses than requests: " + text);
            }
        });
    }

    void fail(AssertionError error) {
        runLocked(() -> failure = error);
    }

    void onClosed() {
        runLocked(() -> {
            if (isResponseMissing()) {
                failure = new AssertionError("closed although responses are missing");
            }
        });
    }

    /** Waits until all expected responses were received. */
    void awaitAll() throws InterruptedException {
        lock.lock();
        try {
            long remaining = TIMEOUT_NANOS;
            while (failure == null && isResponseMissing() && remaining > 0) {
                remaining = countChanged.awaitNanos(remaining);
            }
            if (failure != null) {
                throw failure;
            }
            FuzzAssertions.assertTrue(
                    !isResponseMissing(),
                    () -> "no response within " + TimeUnit.NANOSECONDS.toSeconds(TIMEOUT_NANOS) + " s: " + counts);
        } finally {
            lock.unlock();
        }
    }

    private boolean isResponseMissing() {
        return counts.values().stream().anyMatch(count -> count.received < count.min);
    }

    private ResponseCount countFor(@Nullable RequestId id) {
        return counts.computeIfAbsent(id == null ? NO_ID : id, any -> new ResponseCount());
    }

    private void runLocked(Runnable change) {
        lock.lock();
        try {
            change.run();
            countChanged.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static final class ResponseCount {
        private int min;
        private int max;
        private int received;

        @Override
        public String toString() {
            return received + " of " + min + " to " + max;
        }
    }
}
