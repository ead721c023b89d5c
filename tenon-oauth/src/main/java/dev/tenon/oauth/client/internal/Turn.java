package dev.tenon.oauth.client.internal;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.oauth.client.AuthorizationException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One thread at a time sees to the tokens, and the others have what comes of it: a person is asked once. */
final class Turn {
    private final Duration patience;
    private final String wait;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong turns = new AtomicLong();
    private @Nullable AuthorizationException failure;

    /**
     * Makes a turn that no thread has.
     *
     * @param wait what a thread does whose turn it is not, for messages
     */
    Turn(Duration patience, String wait) {
        this.patience = patience;
        this.wait = wait;
    }

    /** Does it when it is this thread's turn. */
    <T> T take(Supplier<T> work) {
        enter();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** The same, but who had to wait for a turn that failed does not try again: it failed for all that waited. */
    <T> T share(Supplier<T> work) {
        long seen = turns.get();
        enter();
        try {
            AuthorizationException last = failure;
            if (turns.get() != seen && last != null) {
                throw new AuthorizationException(String.valueOf(last.getMessage()), last);
            }
            return shared(work);
        } finally {
            lock.unlock();
        }
    }

    private <T> T shared(Supplier<T> work) {
        try {
            T result = work.get();
            failure = null;
            return result;
        } catch (AuthorizationException e) {
            failure = e;
            throw e;
        } finally {
            // Now, and not before: who came meanwhile has seen the number of this turn.
            turns.incrementAndGet();
        }
    }

    private void enter() {
        ExecutionContext.checkCanBlock(wait);
        try {
            if (!lock.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AuthorizationException("Gave up " + wait + " after " + patience.toMillis() + " ms");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AuthorizationException("Interrupted while " + wait, e);
        }
    }
}
