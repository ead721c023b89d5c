package dev.tenon.client;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Cancels calls from another thread: give it to them by {@link CallOptions#cancelledBy}. It stays cancelled; one that was
 * cancelled cancels every later call at once. (Interrupting the thread of a call cancels it as well.)
 */
public final class Cancellation {
    private final Set<Consumer<String>> listeners = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable String> reason = new AtomicReference<>();

    /** Nothing is cancelled yet. */
    public Cancellation() {}

    /**
     * Cancels the calls, those that wait now and those to come. Each ends with a {@link CallCancelledException}.
     *
     * @param why for logs, also the server's
     */
    public void cancel(String why) {
        if (reason.compareAndSet(null, why)) {
            listeners.forEach(listener -> tell(listener, why));
        }
    }

    /** The one that removes the listener tells it. */
    private void tell(Consumer<String> listener, String why) {
        if (listeners.remove(listener)) {
            listener.accept(why);
        }
    }

    /** Whether it has happened. */
    public boolean isCancelled() {
        return reason() != null;
    }

    /** Why, or null while it has not happened. */
    public @Nullable String reason() {
        return reason.get();
    }

    /**
     * Runs this when it happens, with the reason; at once when it has happened.
     *
     * @return takes that back; calling it again does nothing
     */
    public Runnable onCancel(Consumer<String> action) {
        // A listener of its own: the same action may be given twice.
        Consumer<String> listener = action::accept;
        listeners.add(listener);
        String why = reason.get();
        if (why != null) {
            tell(listener, why);
        }
        return () -> listeners.remove(listener);
    }
}
