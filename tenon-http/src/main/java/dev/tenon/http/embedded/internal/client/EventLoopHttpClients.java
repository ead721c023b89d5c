package dev.tenon.http.embedded.internal.client;

import dev.tenon.http.AsyncHttpClient;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

/** The HTTP clients of all event loops; each is known on its own loop only. */
public final class EventLoopHttpClients implements AsyncHttpClient.ClientProvider {
    private static final ThreadLocal<@Nullable EventLoopHttpClient> CURRENT = new ThreadLocal<>();

    /** For the service loader. */
    public EventLoopHttpClients() {}

    /** From now on there is one on this thread, which is an event loop of {@code vertx}. */
    public static void openOnCurrentThread(Vertx vertx) {
        closeOnCurrentThread();
        CURRENT.set(new EventLoopHttpClient(vertx));
    }

    /** Closes that of this thread, if there is one. */
    public static void closeOnCurrentThread() {
        EventLoopHttpClient before = CURRENT.get();
        CURRENT.remove();
        if (before != null) {
            before.close();
        }
    }

    @Override
    public @Nullable AsyncHttpClient currentClient() {
        return CURRENT.get();
    }
}
