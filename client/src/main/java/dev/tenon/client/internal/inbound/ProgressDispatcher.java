package dev.tenon.client.internal.inbound;

import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.model.ProgressParams;
import dev.tenon.model.ProgressToken;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Dispatches progress notifications to the listeners of the calls (basic utilities, progress). */
public final class ProgressDispatcher {
    private final AtomicLong lastToken = new AtomicLong();
    private final Map<ProgressToken, ProgressRegistration> registrations = new ConcurrentHashMap<>();
    private final NotificationQueue notifications;

    public ProgressDispatcher(NotificationQueue notifications) {
        this.notifications = notifications;
    }

    /**
     * Registers a listener and returns the token for its call. Each progress extends the deadline of the call. Call
     * {@link #unregisterAndAwaitDelivery} at the end.
     */
    public ProgressToken register(Consumer<ProgressParams> listener, Deadline deadline) {
        ProgressToken token = ProgressToken.of(lastToken.incrementAndGet());
        DoubleAccumulator highest = new DoubleAccumulator(Math::max, Double.NEGATIVE_INFINITY);
        registrations.put(token, new ProgressRegistration(listener, deadline, highest));
        return token;
    }

    /** Unregisters the token at the end of its call, after the notifications received so far have been delivered. */
    public void unregisterAndAwaitDelivery(@Nullable ProgressToken token) {
        if (token != null && registrations.remove(token) != null) {
            notifications.awaitDelivery();
        }
    }

    /** Dispatches a notification; returns false if its token is unknown or the progress has not increased. */
    public boolean dispatch(ProgressParams progress, int size) {
        ProgressRegistration registration = registrations.get(progress.progressToken());
        if (registration == null || !registration.tryAdvance(progress.progress())) {
            return false;
        }
        registration.deadline.extend();
        notifications.enqueueOrDrop(() -> registration.listener.accept(progress), size, null);
        return true;
    }

    private record ProgressRegistration(
            Consumer<ProgressParams> listener, Deadline deadline, DoubleAccumulator highest) {
        /** Called only by the thread that reads the responses of the call. */
        boolean tryAdvance(double progress) {
            boolean increased = progress > highest.get();
            highest.accumulate(progress);
            return increased;
        }
    }
}
