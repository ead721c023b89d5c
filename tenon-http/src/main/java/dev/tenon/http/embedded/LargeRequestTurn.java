package dev.tenon.http.embedded;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The time for which a parser thread takes no other large request: until this one is answered, or a moment later. */
final class LargeRequestTurn {
    /** A handler that takes longer waits for something, most likely, and does not compute. */
    private static final long MAX_MS = 10;

    private volatile @Nullable CountDownLatch answered;

    void begin() {
        answered = new CountDownLatch(1);
    }

    /** The request is answered; on any thread. Does nothing when the turn has not begun. */
    void end() {
        CountDownLatch latch = answered;
        if (latch != null) {
            latch.countDown();
        }
    }

    /** Waits on the parser thread. */
    void awaitEnd() {
        CountDownLatch latch = answered;
        if (latch == null) {
            return;
        }
        try {
            var unused = latch.await(MAX_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
