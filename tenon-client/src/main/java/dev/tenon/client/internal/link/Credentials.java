package dev.tenon.client.internal.link;

import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpAuth;
import dev.tenon.client.HttpTarget;
import dev.tenon.client.McpClientException;
import dev.tenon.http.HeaderNames;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the user of a target lets it send with every request, and what is done when the server refuses that. */
record Credentials(HttpTarget target) {
    /** How often one request is sent again with other credentials. */
    private static final int MOST_REFUSALS = 3;

    /** The headers of one request: those of the target, and its credentials. */
    Map<String, String> headers(String method, URI uri) {
        HttpAuth auth = target.auth();
        return auth == null ? target.headers() : with(guarded(() -> auth.headers(method, uri)));
    }

    private Map<String, String> with(Map<String, String> shown) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(target.headers());
        headers.putAll(shown);
        return headers;
    }

    /** As {@link #headers}, when they are at hand without waiting; else null. */
    @Nullable Map<String, String> headersNow(String method, URI uri) {
        HttpAuth auth = target.auth();
        if (auth == null) {
            return target.headers();
        }
        try {
            Map<String, String> shown = auth.headersNow(method, uri);
            return shown == null ? null : with(shown);
        } catch (RuntimeException e) {
            // Whoever may wait for them learns why there are none.
            return null;
        }
    }

    /** Whether there may be others for a request that was refused so often already. */
    boolean mayHelp(int status, int refusals) {
        return target.auth() != null && (status == 401 || status == 403) && refusals < MOST_REFUSALS;
    }

    /** Passes the server's answer to the provider of the credentials. */
    void answered(HttpAnswer answer) {
        HttpAuth auth = target.auth();
        if (auth != null) {
            guarded(() -> {
                auth.answered(answer.status(), answer.uri(), answer.head().all().get());
                return answer;
            });
        }
    }

    /** Whether there are others than those that the request had which was so answered. May take long. */
    boolean renewed(HttpAnswer answer, Map<String, String> sent) {
        Map<String, List<String>> shown = new TreeMap<>();
        sent.forEach((name, value) -> shown.put(name, List.of(value)));
        return renewed(answer.status(), answer.uri(), shown, answer.head().all().get());
    }

    /** Like {@link #renewed(HttpAnswer, Map)}, of a request that another library sent. */
    boolean renewed(int status, URI uri, Map<String, List<String>> sent, Map<String, List<String>> answer) {
        HttpAuth auth = target.auth();
        if (auth == null) {
            return false;
        }
        Map<String, List<String>> headers = lower(answer);
        List<String> challenges =
                headers.getOrDefault(HeaderNames.WWW_AUTHENTICATE.toLowerCase(Locale.ROOT), List.of());
        return guarded(() -> auth.refused(new HttpAuth.Refusal(status, uri, lower(sent), challenges, headers)));
    }

    private static Map<String, List<String>> lower(Map<String, List<String>> headers) {
        Map<String, List<String>> all = new TreeMap<>();
        headers.forEach((name, values) -> all.put(name.toLowerCase(Locale.ROOT), values));
        return all;
    }

    private <T> T guarded(Supplier<T> asked) {
        try {
            return asked.get();
        } catch (McpClientException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new ConnectionFailedException("There are no credentials for " + target.label() + ": " + e, e);
        }
    }
}
