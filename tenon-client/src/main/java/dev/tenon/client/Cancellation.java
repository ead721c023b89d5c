package dev.tenon.client;

import dev.tenon.client.error.CallCancelledException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Cancels calls from another thread: give it to them by {@link CallOptions#withCancellation}. It stays cancelled; one
 * that was cancelled cancels every later call at once. (Interrupting the thread of a call cancels it as well.)
 */
public final class Cancellation {
    /** By an identity of their own, as the same action may be given twice. */
    private final Map<Object, Consumer<String>> listeners = new ConcurrentHashMap<>();

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
            listeners.keySet().forEach(key -> notifyListener(key, why));
        }
    }

    /** The one that removes the listener tells it. */
    private void notifyListener(Object key, String why) {
        Consumer<String> listener = listeners.remove(key);
        if (listener != null) {
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
        Object key = new Object();
        listeners.put(key, action);
        String why = reason.get();
        if (why != null) {
            notifyListener(key, why);
        }
        return () -> listeners.remove(key);
    }
}
