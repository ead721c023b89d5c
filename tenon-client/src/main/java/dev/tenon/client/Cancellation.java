package dev.tenon.client;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Cancels calls from another thread: give it to them by {@link CallOptions#cancelledBy}. It stays cancelled; one that was
 * cancelled cancels every later call at once. (Interrupting the thread of a call cancels it as well.)
 */
public final class Cancellation {
    private final List<Consumer<String>> listeners = new ArrayList<>();
    private @Nullable String reason;

    /** Nothing is cancelled yet. */
    public Cancellation() {}

    /**
     * Cancels the calls, those that wait now and those to come. Each ends with a {@link CallCancelledException}.
     *
     * @param why for logs, also the server's
     */
    public void cancel(String why) {
        List<Consumer<String>> told;
        synchronized (this) {
            if (reason != null) {
                return;
            }
            reason = why;
            told = List.copyOf(listeners);
            listeners.clear();
        }
        told.forEach(action -> action.accept(why));
    }

    /** Whether it has happened. */
    public synchronized boolean isCancelled() {
        return reason != null;
    }

    /** Why, or null while it has not happened. */
    public synchronized @Nullable String reason() {
        return reason;
    }

    /**
     * Runs this when it happens, with the reason; at once when it has happened.
     *
     * @return takes that back; calling it again does nothing
     */
    public Runnable onCancel(Consumer<String> action) {
        String why;
        synchronized (this) {
            why = reason;
            if (why == null) {
                listeners.add(action);
                return () -> forget(action);
            }
        }
        action.accept(why);
        return () -> {};
    }

    private synchronized void forget(Consumer<String> action) {
        listeners.remove(action);
    }
}
