package dev.tenon.client.internal.subscription;

import dev.tenon.client.Subscription;
import dev.tenon.client.error.McpClientException;
import dev.tenon.model.SubscriptionFilter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A subscription that survives lost connections. */
final class ReconnectingSubscription implements Subscription {
    final SubscriptionFilter requestedFilter;
    final @Nullable Object owner;
    private final Consumer<ReconnectingSubscription> closeListener;
    private final CompletableFuture<Boolean> firstActivation = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile SubscriptionFilter acceptedFilter = SubscriptionFilter.NONE;
    private volatile boolean active;
    private volatile @Nullable McpClientException failure;
    private volatile Runnable stopAction = () -> {};

    ReconnectingSubscription(
            SubscriptionFilter requestedFilter, @Nullable Object owner, Consumer<ReconnectingSubscription> onClose) {
        this.requestedFilter = requestedFilter;
        this.owner = owner;
        this.closeListener = onClose;
    }

    /** Sets the action that ends the open stream. */
    void setStopAction(Runnable action) {
        stopAction = action;
        if (isClosed()) {
            action.run();
        }
    }

    void activate(SubscriptionFilter accepted) {
        acceptedFilter = accepted;
        active = true;
        firstActivation.complete(true);
    }

    void deactivate() {
        active = false;
    }

    /** Waits until the subscription has become active; returns false if the time expires or it is closed first. */
    boolean awaitActive(long nanos) throws InterruptedException {
        try {
            return firstActivation.get(nanos, TimeUnit.NANOSECONDS);
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
    public SubscriptionFilter acceptedFilter() {
        return acceptedFilter;
    }

    @Override
    public boolean isActive() {
        return active && !closed.get();
    }

    @Override
    public @Nullable McpClientException failure() {
        return failure;
    }

    /** Closes the subscription with a failure. */
    void fail(McpClientException reason) {
        failure = reason;
        close();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            active = false;
            firstActivation.complete(false);
            stopAction.run();
            closeListener.accept(this);
        }
    }
}
