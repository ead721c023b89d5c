package dev.tenon.client.internal.link;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpTarget;
import dev.tenon.json.Quote;
import java.lang.reflect.Method;
import java.net.http.HttpClient;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The JDK's HTTP client as the links need it. */
final class HttpClients {
    private static final Logger LOG = LoggerFactory.getLogger(HttpClients.class);

    private static final @Nullable Method SHUTDOWN_NOW = find(HttpClient.class, "shutdownNow");
    private static final @Nullable Method SHUTDOWN = find(HttpClient.class, "shutdown");

    private HttpClients() {}

    /**
     * A client that takes its steps, and calls listeners, on threads of that executor.
     */
    static HttpClient create(HttpTarget target, ClientLimits limits, Executor executor) {
        // In clear text the offer to upgrade to HTTP/2 confuses servers; with TLS both sides agree on it beforehand.
        boolean clear = "http".equalsIgnoreCase(target.uri().getScheme());
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(clear ? HttpClient.Version.HTTP_1_1 : HttpClient.Version.HTTP_2)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(limits.connectTime())
                .executor(executor);
        if (target.tls() != null) {
            builder.sslContext(target.tls());
        }
        return builder.build();
    }

    /**
     * Sets the headers of a request.
     *
     * @throws ConnectionFailedException when HTTP does not allow one
     */
    static void setHeaders(BiConsumer<String, String> request, Map<String, String> headers) {
        headers.forEach((name, value) -> {
            try {
                request.accept(name, value);
            } catch (IllegalArgumentException e) {
                // Without the value and the cause that quotes it: it may be a secret.
                throw new ConnectionFailedException(
                        "HTTP does not allow the header " + Quote.shortened(name) + ", or the characters in its value");
            }
        });
    }

    /** Closes its connections now where the JDK can (21 and later), else when nobody holds it any more. */
    static void stop(HttpClient client) {
        Object unused = call(SHUTDOWN_NOW, client);
    }

    /** Closes it when its requests have ended. */
    static void retire(HttpClient client) {
        Object unused = call(SHUTDOWN, client);
    }

    /** Finds a method that only later JDKs have; null where there is none. */
    static @Nullable Method find(Class<?> type, String name) {
        try {
            return type.getMethod(name);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    static @Nullable Object call(@Nullable Method method, Object target) {
        try {
            return method == null ? null : method.invoke(target);
        } catch (ReflectiveOperationException e) {
            LOG.debug("{} failed", method, e);
            return null;
        }
    }
}
