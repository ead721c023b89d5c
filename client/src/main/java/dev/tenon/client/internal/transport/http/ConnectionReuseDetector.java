package dev.tenon.client.internal.transport.http;

import java.lang.reflect.Method;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Detects whether a server keeps connections: it has responded twice on one. From JDK 25 on {@code java.net.http}
 * identifies the connection of each response; on earlier JDKs this is not known of any server.
 */
final class ConnectionReuseDetector {
    private static final int MAX_LABELS = 1000;
    private static final @Nullable Method LABEL =
            JdkHttpClientFactory.findMethod(HttpResponse.class, "connectionLabel");

    private final Set<Object> seen = ConcurrentHashMap.newKeySet();
    private volatile boolean keepAlive;

    boolean isKeepAlive() {
        return keepAlive;
    }

    /** Called when a response is complete. */
    void recordConnection(HttpResponse<?> response) {
        Object label = keepAlive ? null : JdkHttpClientFactory.invoke(LABEL, response);
        if (seen.size() >= MAX_LABELS) {
            seen.clear();
        }
        if (label instanceof Optional<?> known && known.isPresent() && !seen.add(known.get())) {
            keepAlive = true;
        }
    }

    /** Called when a kept connection turned out to be closed. */
    void onStaleConnection() {
        seen.clear();
        keepAlive = false;
    }
}
