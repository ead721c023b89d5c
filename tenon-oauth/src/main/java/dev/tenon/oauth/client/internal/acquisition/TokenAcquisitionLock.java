package dev.tenon.oauth.client.internal.acquisition;

import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.oauth.client.AuthorizationException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One thread at a time sees to the tokens, and the others have what comes of it: a person is asked once. */
public final class TokenAcquisitionLock {
    private final Duration timeout;
    private final String waitDescription;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong completions = new AtomicLong();
    private @Nullable AuthorizationException failure;

    /**
     * Makes a turn that no thread has.
     *
     * @param wait what a thread does whose turn it is not, for messages
     */
    public TokenAcquisitionLock(Duration patience, String wait) {
        this.timeout = patience;
        this.waitDescription = wait;
    }

    /** Does it when it is this thread's turn. */
    public <T> T callExclusively(Supplier<T> work) {
        acquire();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** The same, but who had to wait for a turn that failed does not try again: it failed for all that waited. */
    <T> T callOrShareFailure(Supplier<T> work) {
        long seen = completions.get();
        acquire();
        try {
            AuthorizationException last = failure;
            if (completions.get() != seen && last != null) {
                throw new AuthorizationException(String.valueOf(last.getMessage()), last);
            }
            return callAndRecord(work);
        } finally {
            lock.unlock();
        }
    }

    private <T> T callAndRecord(Supplier<T> work) {
        try {
            T result = work.get();
            failure = null;
            return result;
        } catch (AuthorizationException e) {
            failure = e;
            throw e;
        } finally {
            // Now, and not before: who came meanwhile has seen the number of this turn.
            completions.incrementAndGet();
        }
    }

    private void acquire() {
        ExecutionContext.checkCanBlock(waitDescription);
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
