package dev.tenon.client.internal;

import dev.tenon.client.McpClientException;
import dev.tenon.client.Subscription;
import dev.tenon.model.SubscriptionFilter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One subscription of the host's, whatever happens to connections. */
final class Watch implements Subscription {
    private final SubscriptionFilter wanted;
    private final @Nullable Object owner;
    private final Consumer<Watch> whenClosed;
    private final CompletableFuture<Boolean> hasBegun = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile SubscriptionFilter honoured = SubscriptionFilter.NONE;
    private volatile boolean active;
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
        honoured = agreed;
        active = true;
        hasBegun.complete(true);
    }

    void paused() {
        active = false;
    }

    /** Waits until it has become active; false when the time is up, or it was closed first. */
    boolean awaitActive(long nanos) throws InterruptedException {
        try {
            return hasBegun.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean isClosed() {
        return closed.get();
    }

    @Override
    public SubscriptionFilter honoured() {
        return honoured;
    }

    @Override
    public boolean isActive() {
        return active && !closed.get();
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
        if (closed.compareAndSet(false, true)) {
            active = false;
            hasBegun.complete(false);
            stop.run();
            whenClosed.accept(this);
        }
    }
}
