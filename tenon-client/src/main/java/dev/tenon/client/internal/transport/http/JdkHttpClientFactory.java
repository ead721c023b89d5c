package dev.tenon.client.internal.transport.http;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.internal.text.Excerpts;
import java.lang.reflect.Method;
import java.net.http.HttpClient;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The JDK's HTTP client as the links need it. */
public final class JdkHttpClientFactory {
    private static final Logger LOG = LoggerFactory.getLogger(JdkHttpClientFactory.class);

    private static final @Nullable Method SHUTDOWN_NOW = findMethod(HttpClient.class, "shutdownNow");
    private static final @Nullable Method SHUTDOWN = findMethod(HttpClient.class, "shutdown");

    private JdkHttpClientFactory() {}

    /**
     * A client that takes its steps, and calls listeners, on threads of that executor.
     */
    public static HttpClient create(HttpTarget target, ClientLimits limits, Executor executor) {
        // In clear text the offer to upgrade to HTTP/2 confuses servers; with TLS both sides agree on it beforehand.
        boolean clear = "http".equalsIgnoreCase(target.uri().getScheme());
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(clear ? HttpClient.Version.HTTP_1_1 : HttpClient.Version.HTTP_2)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(limits.connectTimeout())
                .executor(executor);
        if (target.sslContext() != null) {
            builder.sslContext(target.sslContext());
        }
        return builder.build();
    }

    /**
     * Sets the headers of a request.
     *
     * @throws ConnectionFailedException when HTTP does not allow one
     */
    public static void setHeaders(BiConsumer<String, String> request, Map<String, String> headers) {
        headers.forEach((name, value) -> {
            try {
                request.accept(name, value);
            } catch (IllegalArgumentException e) {
                // Without the value and the cause that quotes it: it may be a secret.
                throw new ConnectionFailedException(
                        "HTTP does not allow the header " + Excerpts.quote(name) + ", or the characters in its value");
            }
        });
    }

    /** Closes its connections now where the JDK can (21 and later), else when nobody holds it any more. */
    public static void shutdownNow(HttpClient client) {
        Object unused = invoke(SHUTDOWN_NOW, client);
    }

    /** Closes it when its requests have ended. */
    static void shutdown(HttpClient client) {
        Object unused = invoke(SHUTDOWN, client);
    }

    /** Finds a method that only later JDKs have; null where there is none. */
    static @Nullable Method findMethod(Class<?> type, String name) {
        try {
            return type.getMethod(name);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    static @Nullable Object invoke(@Nullable Method method, Object target) {
        try {
            return method == null ? null : method.invoke(target);
        } catch (ReflectiveOperationException e) {
            LOG.debug("{} failed", method, e);
            return null;
        }
    }
}
