package dev.tenon.client.internal;

import dev.tenon.client.McpClientException;
import dev.tenon.client.Subscription;
import dev.tenon.model.SubscriptionFilter;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One subscription of the host's, whatever happens to connections. */
final class Watch implements Subscription {
    private final SubscriptionFilter wanted;
    private final @Nullable Object owner;
    private final Consumer<Watch> whenClosed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile SubscriptionFilter honoured = SubscriptionFilter.NONE;
    private volatile boolean active;
    private volatile boolean closed;
    private volatile @Nullable McpClientException problem;
    private volatile Runnable stop = () -> {};

    Watch(SubscriptionFilter wanted, @Nullable Object owner, Consumer<Watch> whenClosed) {
        this.wanted = wanted;
        this.owner = owner;
        this.whenClosed = whenClosed;
    }

    SubscriptionFilter wanted() {
        return wanted;
    }

    @Nullable Object owner() {
        return owner;
    }

    /** What ends the stream that is open now. */
    void stoppedBy(Runnable action) {
        stop = action;
        if (isClosed()) {
            action.run();
        }
    }

    void began(SubscriptionFilter agreed) {
        lock.lock();
        try {
            honoured = agreed;
            active = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void paused() {
        active = false;
    }

    /** Waits until it is active; false when the time is up, or it was closed first. */
    boolean awaitActive(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (!active && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            return active;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public SubscriptionFilter honoured() {
        return honoured;
    }

    @Override
    public boolean isActive() {
        return active && !closed;
    }

    @Override
    public @Nullable McpClientException problem() {
        return problem;
    }

    /** Closes it, for this reason. */
    void giveUp(McpClientException reason) {
        problem = reason;
        close();
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            active = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        stop.run();
        whenClosed.accept(this);
    }
}
