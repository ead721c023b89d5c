package dev.tenon.http.embedded.internal;

import dev.tenon.http.AsyncHttpClient;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

/** The HTTP clients of all event loops; each is known on its own loop only. */
public final class EventLoopHttpClients implements AsyncHttpClient.Provider {
    private static final ThreadLocal<@Nullable EventLoopHttpClient> HERE = new ThreadLocal<>();

    /** For the service loader. */
    public EventLoopHttpClients() {}

    /** From now on there is one on this thread, which is an event loop of {@code vertx}. */
    public static void open(Vertx vertx) {
        close();
        HERE.set(new EventLoopHttpClient(vertx));
    }

    /** Closes that of this thread, if there is one. */
    public static void close() {
        EventLoopHttpClient before = HERE.get();
        HERE.remove();
        if (before != null) {
            before.close();
        }
    }

    @Override
    public @Nullable AsyncHttpClient here() {
        return HERE.get();
    }
}
