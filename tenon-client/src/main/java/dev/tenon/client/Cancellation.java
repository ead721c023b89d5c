package dev.tenon.client;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cancels calls from another thread: give it to them by {@link CallOptions#cancelledBy}. It stays cancelled; one that was
 * cancelled cancels every later call at once. (Interrupting the thread of a call cancels it as well.)
 */
public final class Cancellation {
    private final List<Runnable> listeners = new ArrayList<>();
    private @Nullable String reason;

    /** Nothing is cancelled yet. */
    public Cancellation() {}

    /**
     * Cancels the calls, those that wait now and those to come. Each ends with a {@link CallCancelledException}.
     *
     * @param why for logs, also the server's
     */
    public void cancel(String why) {
        List<Runnable> told;
        synchronized (this) {
            if (reason != null) {
                return;
            }
            reason = why;
            told = List.copyOf(listeners);
            listeners.clear();
        }
        told.forEach(Runnable::run);
    }

    /** Whether it has happened. */
    public synchronized boolean isCancelled() {
        return reason != null;
    }

    /** Why, or null while it has not happened. */
    public synchronized @Nullable String reason() {
        return reason;
    }

    /** Runs this when it happens, or now when it has happened; the handle takes it back. */
    Registration onCancel(Runnable action) {
        synchronized (this) {
            if (reason == null) {
                listeners.add(action);
                return () -> forget(action);
            }
        }
        action.run();
        return () -> {};
    }

    private synchronized void forget(Runnable action) {
        listeners.remove(action);
    }

    /** Takes a registration back. */
    @FunctionalInterface
    interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}
