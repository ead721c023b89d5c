package dev.tenon.client.internal;

import dev.tenon.json.Json;
import dev.tenon.model.SubscriptionFilter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Which streams of notifications are open, by the id of the request that opened each (2026-07-28, subscriptions). */
final class Watching {
    private final Map<Json, Stream> streams = new ConcurrentHashMap<>();

    /** A stream that is being opened; its server will first say what it agrees to. */
    void begin(Json id, @Nullable Object owner, Consumer<SubscriptionFilter> acknowledged, Runnable ended) {
        streams.put(id, new Stream(owner, acknowledged, ended));
    }

    void end(Json id) {
        streams.remove(id);
    }

    /** Whether a notification belongs to one of them. One that says nothing of where it belongs is let through. */
    boolean isKnown(@Nullable Json id) {
        return id == null || streams.containsKey(id);
    }

    /** Whose stream that is, or null. */
    @Nullable Object owner(Json id) {
        Stream stream = streams.get(id);
        return stream == null ? null : stream.owner;
    }

    boolean acknowledged(@Nullable Json id, SubscriptionFilter filter) {
        Stream stream = id == null ? null : streams.get(id);
        if (stream != null) {
            stream.acknowledged.accept(filter);
        }
        return stream != null;
    }

    /** The server says that it has ended one. */
    boolean ended(@Nullable Json id) {
        Stream stream = id == null ? null : streams.remove(id);
        if (stream != null) {
            stream.ended.run();
        }
        return stream != null;
    }

    private record Stream(@Nullable Object owner, Consumer<SubscriptionFilter> acknowledged, Runnable ended) {}
}
