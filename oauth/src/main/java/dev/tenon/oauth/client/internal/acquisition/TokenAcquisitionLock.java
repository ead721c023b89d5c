package dev.tenon.oauth.client.internal.acquisition;

import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.oauth.client.AuthorizationException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread at a time acquire tokens, so that the user logs in only once. Waiting threads share only a failure,
 * and only with {@link #callOrShareFailure}; after a success, they find the new tokens themselves.
 */
public final class TokenAcquisitionLock {
    private final Duration timeout;
    private final String waitDescription;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong completions = new AtomicLong();
    private @Nullable AuthorizationException failure;

    /**
     * Creates an unlocked lock.
     *
     * @param waitDescription the activity of a waiting thread, for messages
     */
    public TokenAcquisitionLock(Duration timeout, String waitDescription) {
        this.timeout = timeout;
        this.waitDescription = waitDescription;
    }

    /** Runs the action under the lock. */
    public <T> T callExclusively(Supplier<T> work) {
        acquire();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Like {@link #callExclusively}, but a thread that waited for a failed action fails with the same exception and
     * does not retry.
     */
    <T> T callOrShareFailure(Supplier<T> work) {
        long completionsBefore = completions.get();
        acquire();
        try {
            if (completions.get() != completionsBefore && failure != null) {
                throw new AuthorizationException(String.valueOf(failure.getMessage()), failure);
            }
            return callAndRecordOutcome(work);
        } finally {
            lock.unlock();
        }
    }

    private <T> T callAndRecordOutcome(Supplier<T> work) {
        failure = null;
        try {
            return work.get();
        } catch (AuthorizationException e) {
            failure = e;
            throw e;
        } finally {
            // Only now, so that threads that arrived meanwhile have read the previous count.
            completions.incrementAndGet();
        }
    }

    private void acquire() {
        ThreadBlockingContext.assertCanBlock(waitDescription);
        try {
            if (!lock.tryLock(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AuthorizationException("Gave up " + waitDescription + " after " + timeout.toMillis() + " ms");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AuthorizationException("Interrupted while " + waitDescription, e);
        }
    }
}
