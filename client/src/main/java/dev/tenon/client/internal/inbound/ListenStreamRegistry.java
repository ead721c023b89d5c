package dev.tenon.client.internal.inbound;

import dev.tenon.json.Json;
import dev.tenon.model.SubscriptionFilter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The open subscription streams, by the id of the request that opened each (2026-07-28, subscriptions). */
public final class ListenStreamRegistry {
    private final Map<Json, ListenStream> streams = new ConcurrentHashMap<>();

    /** Registers a stream that is being opened; the server first acknowledges its filter. */
    public void register(Json id, @Nullable Object owner, Consumer<SubscriptionFilter> onAcknowledged, Runnable onEnd) {
        streams.put(id, new ListenStream(owner, onAcknowledged, onEnd));
    }

    public void unregister(Json id) {
        streams.remove(id);
    }

    /** Returns whether a notification belongs to a registered stream, or names no stream. */
    public boolean isKnownOrNull(@Nullable Json id) {
        return id == null || streams.containsKey(id);
    }

    /** Returns the owner of a stream, or null. */
    @Nullable public Object owner(Json id) {
        ListenStream stream = streams.get(id);
        return stream == null ? null : stream.owner;
    }

    /** Passes the accepted filter to a stream; returns false, with no effect, if the stream is not registered. */
    public boolean acknowledge(@Nullable Json id, SubscriptionFilter filter) {
        ListenStream stream = id == null ? null : streams.get(id);
        if (stream != null) {
            stream.onAcknowledged.accept(filter);
        }
        return stream != null;
    }

    /**
     * Handles the server's announcement that it has ended a stream: unregisters the stream and notifies it.
     *
     * @return false, with no effect, if the stream is not registered
     */
    public boolean complete(@Nullable Json id) {
        ListenStream stream = id == null ? null : streams.remove(id);
        if (stream != null) {
            stream.onEnd.run();
        }
        return stream != null;
    }

    private record ListenStream(@Nullable Object owner, Consumer<SubscriptionFilter> onAcknowledged, Runnable onEnd) {}
}
