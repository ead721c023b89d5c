package dev.tenon.client.internal.connection;

import dev.tenon.internal.concurrent.ExecutionContext;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes an asynchronous operation a blocking one: the thread that created this waits for the outcome, and meanwhile
 * runs the steps of the operation that may block, such as handlers of the host, itself.
 */
public final class CallerThreadExecutor<T> implements Executor, OutcomeCallback<T>, ForkJoinPool.ManagedBlocker {
    private final Thread thread = Thread.currentThread();
    private final Queue<Runnable> steps = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Supplier<T> outcome;

    @Override
    public void execute(Runnable step) {
        steps.add(step);
        LockSupport.unpark(thread);
    }

    @Override
    public void onComplete(@Nullable T value, @Nullable RuntimeException why) {
        outcome = () -> {
            if (value == null) {
                throw Objects.requireNonNull(why);
            }
            return value;
        };
        LockSupport.unpark(thread);
    }

    /**
     * Waits for the outcome, and returns or throws it.
     *
     * @param interrupted run when this thread is interrupted; it makes the operation end. The thread is interrupted
     *     again afterwards
     */
    public T await(Runnable interrupted) {
        boolean wasInterrupted = false;
        try {
            while (true) {
                Supplier<T> settled = outcome;
                Runnable step = settled == null ? steps.poll() : null;
                if (settled != null) {
                    return settled.get();
                } else if (step != null) {
                    step.run();
                } else if (Thread.interrupted()) {
                    wasInterrupted = true;
                    interrupted.run();
                } else {
                    ExecutionContext.checkCanBlock("wait for an answer");
                    park();
                }
            }
        } finally {
            if (wasInterrupted) {
                thread.interrupt();
            }
        }
    }

    /** A fork-join pool whose thread waits here may need another thread to run what is waited for. */
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
