package dev.tenon.http.embedded;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory the bodies that are on their way may take together. */
final class BodyBudget {
    private final AtomicLong left;

    BodyBudget(long bytes) {
        this.left = new AtomicLong(bytes);
    }

    /** Takes so many bytes; false, and nothing taken, when they are not there. */
    boolean take(int bytes) {
        if (left.addAndGet(-bytes) >= 0) {
            return true;
        }
        left.addAndGet(bytes);
        return false;
    }

    void give(int bytes) {
        left.addAndGet(bytes);
    }
}
