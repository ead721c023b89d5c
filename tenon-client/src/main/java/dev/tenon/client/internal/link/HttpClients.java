package dev.tenon.client.internal.link;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpTarget;
import dev.tenon.json.Quote;
import java.net.http.HttpClient;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The JDK's HTTP client as the links need it. */
final class HttpClients {
    private static final Logger LOG = LoggerFactory.getLogger(HttpClients.class);

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
        end(client, "shutdownNow");
    }

    /** Closes it when its requests have ended. */
    static void retire(HttpClient client) {
        end(client, "shutdown");
    }

    private static void end(HttpClient client, String how) {
        try {
            HttpClient.class.getMethod(how).invoke(client);
        } catch (NoSuchMethodException e) {
            LOG.trace("A JVM before 21 stops HTTP clients by itself");
        } catch (ReflectiveOperationException e) {
            LOG.debug("An HTTP client was not stopped", e);
        }
    }
}
