package dev.tenon.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Cancels calls from another thread: give it to them by {@link CallOptions#cancelledBy}. It stays cancelled; one that was
 * cancelled cancels every later call at once. (Interrupting the thread of a call cancels it as well.)
 */
public final class Cancellation {
    private final ReentrantLock lock = new ReentrantLock();
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
        lock.lock();
        try {
            if (reason != null) {
                return;
            }
            reason = why;
            told = List.copyOf(listeners);
            listeners.clear();
        } finally {
            lock.unlock();
        }
        told.forEach(action -> action.accept(why));
    }

    /** Whether it has happened. */
    public boolean isCancelled() {
        return reason() != null;
    }

    /** Why, or null while it has not happened. */
    public @Nullable String reason() {
        lock.lock();
        try {
            return reason;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Runs this when it happens, with the reason; at once when it has happened.
     *
     * @return takes that back; calling it again does nothing
     */
    public Runnable onCancel(Consumer<String> action) {
        String why;
        lock.lock();
        try {
            why = reason;
            if (why == null) {
                listeners.add(action);
                return () -> forget(action);
            }
        } finally {
            lock.unlock();
        }
        action.accept(why);
        return () -> {};
    }

    private void forget(Consumer<String> action) {
        lock.lock();
        try {
            listeners.remove(action);
        } finally {
            lock.unlock();
        }
    }
}
