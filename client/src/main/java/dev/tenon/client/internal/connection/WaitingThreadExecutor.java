package dev.tenon.client.internal.connection;

import dev.tenon.internal.concurrent.ThreadBlockingContext;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns an asynchronous operation into a blocking one: the thread that created this waits for the outcome, and
 * meanwhile executes the steps of the operation that may block, such as handlers of the application.
 */
public final class WaitingThreadExecutor<T> implements Executor, OutcomeCallback<T>, ForkJoinPool.ManagedBlocker {
    private final Thread thread = Thread.currentThread();
    private final Queue<Runnable> steps = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Supplier<T> outcome;

    @Override
    public void execute(Runnable step) {
        steps.add(step);
        LockSupport.unpark(thread);
    }

    @Override
    public void onComplete(@Nullable T value, @Nullable RuntimeException failure) {
        outcome = () -> {
            if (value == null) {
                throw Objects.requireNonNull(failure);
            }
            return value;
        };
        LockSupport.unpark(thread);
    }

    /**
     * Waits for the outcome, and returns or throws it.
     *
     * @param onInterrupt called when this thread is interrupted; must complete the operation. The interrupt flag is set
     *     again afterwards
     */
    public T awaitOutcome(Runnable onInterrupt) {
        boolean wasInterrupted = false;
        try {
            while (true) {
                Supplier<T> result = outcome;
                Runnable step = result == null ? steps.poll() : null;
                if (result != null) {
                    return result.get();
                } else if (step != null) {
                    step.run();
                } else if (Thread.interrupted()) {
                    wasInterrupted = true;
                    onInterrupt.run();
                } else {
                    ThreadBlockingContext.assertCanBlock("wait for a response");
                    park();
                }
            }
        } finally {
            if (wasInterrupted) {
                thread.interrupt();
            }
        }
    }

    /** Parks as a managed blocker: a fork-join pool may need another thread to execute what this thread waits for. */
    private void park() {
        try {
            ForkJoinPool.managedBlock(this);
        } catch (InterruptedException e) {
            thread.interrupt();
        }
    }

    @Override
    public boolean block() {
        LockSupport.park(this);
        return isReleasable();
    }

    @Override
    public boolean isReleasable() {
        return outcome != null || !steps.isEmpty() || thread.isInterrupted();
    }
}
