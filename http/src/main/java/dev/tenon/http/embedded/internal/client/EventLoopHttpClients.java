package dev.tenon.http.embedded.internal.client;

import dev.tenon.http.AsyncHttpClient;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

/** The HTTP clients of all event loops; each is available only on its own event loop. */
public final class EventLoopHttpClients implements AsyncHttpClient.ClientProvider {
    private static final ThreadLocal<@Nullable EventLoopHttpClient> CURRENT = new ThreadLocal<>();

    /** Required by the service loader. */
    public EventLoopHttpClients() {}

    /** Creates the client of this thread, which is an event loop of {@code vertx}. */
    public static void openOnCurrentThread(Vertx vertx) {
        closeOnCurrentThread();
        CURRENT.set(new EventLoopHttpClient(vertx));
    }

    /** Closes the client of this thread, if there is one. */
    public static void closeOnCurrentThread() {
        EventLoopHttpClient previous = CURRENT.get();
        CURRENT.remove();
        if (previous != null) {
            previous.close();
        }
    }

    @Override
    public @Nullable AsyncHttpClient currentClient() {
        return CURRENT.get();
    }
}
