package dev.tenon.client.internal.inbound;

import dev.tenon.json.Json;
import dev.tenon.model.SubscriptionFilter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Which streams of notifications are open, by the id of the request that opened each (2026-07-28, subscriptions). */
public final class ListenStreamRegistry {
    private final Map<Json, ListenStream> streams = new ConcurrentHashMap<>();

    /** A stream that is being opened; its server will first say what it agrees to. */
    public void register(Json id, @Nullable Object owner, Consumer<SubscriptionFilter> acknowledged, Runnable ended) {
        streams.put(id, new ListenStream(owner, acknowledged, ended));
    }

    public void unregister(Json id) {
        streams.remove(id);
    }

    /** Whether a notification belongs to one of them. One that says nothing of where it belongs is let through. */
    public boolean isKnown(@Nullable Json id) {
        return id == null || streams.containsKey(id);
    }

    /** Whose stream that is, or null. */
    @Nullable public Object owner(Json id) {
        ListenStream stream = streams.get(id);
        return stream == null ? null : stream.owner;
    }

    public boolean acknowledge(@Nullable Json id, SubscriptionFilter filter) {
        ListenStream stream = id == null ? null : streams.get(id);
        if (stream != null) {
            stream.acknowledged.accept(filter);
        }
        return stream != null;
    }

    /** The server says that it has ended one. */
    public boolean complete(@Nullable Json id) {
        ListenStream stream = id == null ? null : streams.remove(id);
        if (stream != null) {
            stream.ended.run();
        }
        return stream != null;
    }

    private record ListenStream(@Nullable Object owner, Consumer<SubscriptionFilter> acknowledged, Runnable ended) {}
}
