package dev.tenon.client.internal.transport.network;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The end of a channel: the first reason counts, and whoever is to hear of it hears of it, even too late. */
final class ChannelCloseState {
    private final AtomicReference<@Nullable String> why = new AtomicReference<>();
    private final AtomicReference<Runnable> listener = new AtomicReference<>(() -> {});
    private final AtomicBoolean over = new AtomicBoolean();

    /** Runs this at the end, or now when that is past. It may run twice. */
    void onClose(Runnable told) {
        listener.set(told);
        if (isClosed()) {
            told.run();
        }
    }

    /** If it ends now, that is why. */
    void setReason(String reason) {
        why.compareAndSet(null, reason);
    }

    /** It ends, for this reason unless there was one before. */
    void close(String reason) {
        setReason(reason);
        over.set(true);
        listener.get().run();
    }

    boolean isClosed() {
        return over.get();
    }

    /** Why it has ended. */
    String reason() {
        String reason = why.get();
        return reason == null ? "The connection was closed" : reason;
    }
}
