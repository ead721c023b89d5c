package dev.tenon.client;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Cancels calls from another thread; pass it with {@link CallOptions#withCancellation}. A cancellation cannot be reset:
 * once cancelled, it also cancels every later call that uses it. Interrupting the thread of a blocking call cancels
 * that call as well.
 */
public final class Cancellation {
    /** The keys are unique objects because the same listener may be registered twice. */
    private final Map<Object, Consumer<String>> listeners = new ConcurrentHashMap<>();

    private final AtomicReference<@Nullable String> reason = new AtomicReference<>();

    /** Creates a cancellation that has not been triggered. */
    public Cancellation() {}

    /**
     * Cancels all pending and future calls that use this cancellation. Each fails with a {@link
     * dev.tenon.client.error.CallCancelledException}.
     *
     * @param why the reason, for the logs of both sides
     */
    public void cancel(String why) {
        if (reason.compareAndSet(null, why)) {
            listeners.keySet().forEach(key -> notifyListener(key, why));
        }
    }

    /** Calls the listener at most once: only the thread that removes it calls it. */
    private void notifyListener(Object key, String why) {
        Consumer<String> listener = listeners.remove(key);
        if (listener != null) {
            listener.accept(why);
        }
    }

    /** Returns whether {@link #cancel} has been called. */
    public boolean isCancelled() {
        return reason() != null;
    }

    /** Returns the reason given to {@link #cancel}, or null if it has not been called. */
    public @Nullable String reason() {
        return reason.get();
    }

    /**
     * Registers a listener that is called with the reason on cancellation, or at once if this is cancelled already.
     *
     * @return unregisters the listener; calling it again has no effect
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
