package dev.tenon.client.internal.link;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
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
    private static final @Nullable MethodHandle LABEL = label();

    private final Set<Object> seen = ConcurrentHashMap.newKeySet();
    private volatile boolean serverKeeps;

    private static @Nullable MethodHandle label() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(HttpResponse.class, "connectionLabel", MethodType.methodType(Optional.class));
        } catch (ReflectiveOperationException e) {
            // A JVM before 25.
            return null;
        }
    }

    boolean serverKeeps() {
        return serverKeeps;
    }

    /** A whole response has come. */
    void answered(HttpResponse<?> response) {
        if (LABEL == null || serverKeeps) {
            return;
        }
        if (seen.size() >= MOST) {
            seen.clear();
        }
        Optional<?> label = labelOf(LABEL, response);
        if (label.isPresent() && !seen.add(label.get())) {
            serverKeeps = true;
        }
    }

    private static Optional<?> labelOf(MethodHandle handle, HttpResponse<?> response) {
        try {
            return (Optional<?>) handle.invoke(response);
        } catch (Throwable e) {
            throw new IllegalStateException("HttpResponse.connectionLabel failed", e);
        }
    }

    /** A kept connection was closed when it was used. */
    void lost() {
        seen.clear();
        serverKeeps = false;
    }
}
