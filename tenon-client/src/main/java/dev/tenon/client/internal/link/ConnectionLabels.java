package dev.tenon.client.internal.link;

import java.lang.reflect.Method;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a server keeps connections, as it has answered twice on one. From JDK 25 on {@code java.net.http} names the connection
 * of each response; before, this is not known of any server.
 */
final class ConnectionLabels {
    private static final int MOST = 1000;
    private static final @Nullable Method LABEL = HttpClients.find(HttpResponse.class, "connectionLabel");

    private final Set<Object> seen = ConcurrentHashMap.newKeySet();
    private volatile boolean serverKeeps;

    boolean serverKeeps() {
        return serverKeeps;
    }

    /** A whole response has come. */
    void answered(HttpResponse<?> response) {
        Object label = serverKeeps ? null : HttpClients.call(LABEL, response);
        if (seen.size() >= MOST) {
            seen.clear();
        }
        if (label instanceof Optional<?> known && known.isPresent() && !seen.add(known.get())) {
            serverKeeps = true;
        }
    }

    /** A kept connection was closed when it was used. */
    void lost() {
        seen.clear();
        serverKeeps = false;
    }
}
