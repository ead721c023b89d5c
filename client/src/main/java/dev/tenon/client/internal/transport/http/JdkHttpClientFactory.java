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

/** Creates and closes the JDK's HTTP clients. */
public final class JdkHttpClientFactory {
    private static final Logger LOG = LoggerFactory.getLogger(JdkHttpClientFactory.class);

    private static final @Nullable Method SHUTDOWN_NOW = findMethod(HttpClient.class, "shutdownNow");
    private static final @Nullable Method SHUTDOWN = findMethod(HttpClient.class, "shutdown");

    private JdkHttpClientFactory() {}

    /** Creates a client that runs its tasks and listeners on the executor. */
    public static HttpClient create(HttpTarget target, ClientLimits limits, Executor executor) {
        // Over clear text the offer to upgrade to HTTP/2 confuses servers; with TLS both sides negotiate it beforehand.
        boolean isClearText = "http".equalsIgnoreCase(target.uri().getScheme());
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(isClearText ? HttpClient.Version.HTTP_1_1 : HttpClient.Version.HTTP_2)
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
     * @throws ConnectionFailedException when HTTP does not allow one of them
     */
    public static void setHeaders(BiConsumer<String, String> request, Map<String, String> headers) {
        headers.forEach((name, value) -> {
            try {
                request.accept(name, value);
            } catch (IllegalArgumentException e) {
                // Without the value, and without the cause, which quotes it: it may be a secret.
                throw new ConnectionFailedException(
                        "HTTP does not allow the header " + Excerpts.quote(name) + ", or the characters in its value");
            }
        });
    }

    /**
     * Closes the client's connections now if the JDK can (21 and later), otherwise when the client is garbage
     * collected.
     */
    public static void shutdownNow(HttpClient client) {
        Object unused = invoke(SHUTDOWN_NOW, client);
    }

    /** Closes the client after its requests have ended. */
    static void shutdown(HttpClient client) {
        Object unused = invoke(SHUTDOWN, client);
    }

    /** Finds a method that only later JDKs have; null if it does not exist. */
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
