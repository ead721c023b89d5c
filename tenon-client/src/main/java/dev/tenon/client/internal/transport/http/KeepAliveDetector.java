package dev.tenon.client.internal.transport.http;

import java.lang.reflect.Method;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a server keeps connections, as it has answered twice on one. From JDK 25 on {@code java.net.http} names
 * the connection of each response; before, this is not known of any server.
 */
final class KeepAliveDetector {
    private static final int MAX_LABELS = 1000;
    private static final @Nullable Method LABEL =
            JdkHttpClientFactory.findMethod(HttpResponse.class, "connectionLabel");

    private final Set<Object> seen = ConcurrentHashMap.newKeySet();
    private volatile boolean serverKeeps;

    boolean isKeepAlive() {
        return serverKeeps;
    }

    /** A whole response has come. */
    void onResponse(HttpResponse<?> response) {
        Object label = serverKeeps ? null : JdkHttpClientFactory.invoke(LABEL, response);
        if (seen.size() >= MAX_LABELS) {
            seen.clear();
        }
        if (label instanceof Optional<?> known && known.isPresent() && !seen.add(known.get())) {
            serverKeeps = true;
        }
    }

    /** A kept connection was closed when it was used. */
    void onStaleConnection() {
        seen.clear();
        serverKeeps = false;
    }
}
