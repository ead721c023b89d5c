package dev.tenon.client.internal.transport.network;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The close state of a channel: the first reason counts, and a listener that registers too late is still notified. */
final class ChannelCloseState {
    private final AtomicReference<@Nullable String> firstReason = new AtomicReference<>();
    private final AtomicReference<Runnable> listener = new AtomicReference<>(() -> {});
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Registers the listener, and calls it at once if the channel is closed. It may be called twice. */
    void onClose(Runnable closeListener) {
        listener.set(closeListener);
        if (isClosed()) {
            closeListener.run();
        }
    }

    /** Sets the reason, unless there is one. */
    void setReasonIfAbsent(String reason) {
        firstReason.compareAndSet(null, reason);
    }

    /** Records that the channel is closed, and calls the listener, also when this is called again. */
    void markClosed() {
        closed.set(true);
        listener.get().run();
    }

    boolean isClosed() {
        return closed.get();
    }

    /** Returns why the channel has been closed. */
    String reason() {
        String reason = firstReason.get();
        return reason == null ? "The connection was closed" : reason;
    }
}
