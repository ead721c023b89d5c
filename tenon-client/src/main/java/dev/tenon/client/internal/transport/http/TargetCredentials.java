package dev.tenon.client.internal.transport.http;

import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.http.HeaderNames;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the user of a target lets it send with every request, and what is done when the server refuses that. */
public record TargetCredentials(HttpTarget target) {
    /** How often one request is sent again with other credentials. */
    private static final int MAX_REJECTIONS = 3;

    /** The headers of one request: those of the target, and its credentials. */
    public Map<String, String> headers(String method, URI uri) {
        CredentialsProvider auth = target.credentials();
        return auth == null ? target.headers() : mergeHeaders(wrapFailures(() -> auth.headers(method, uri)));
    }

    private Map<String, String> mergeHeaders(Map<String, String> shown) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(target.headers());
        headers.putAll(shown);
        return headers;
    }

    /** As {@link #headers}, when they are at hand without waiting; else null. */
    @Nullable Map<String, String> headersIfAvailable(String method, URI uri) {
        CredentialsProvider auth = target.credentials();
        if (auth == null) {
            return target.headers();
        }
        try {
            Map<String, String> shown = auth.headersIfAvailable(method, uri);
            return shown == null ? null : mergeHeaders(shown);
        } catch (RuntimeException e) {
            // Whoever may wait for them learns why there are none.
            return null;
        }
    }

    /** Whether there may be others for a request that was refused so often already. */
    public boolean canRenew(int status, int refusals) {
        return target.credentials() != null && (status == 401 || status == 403) && refusals < MAX_REJECTIONS;
    }

    /** Passes the server's answer to the provider of the credentials. */
    void onResponse(HttpResponseHead answer) {
        CredentialsProvider auth = target.credentials();
        if (auth != null) {
            wrapFailures(() -> {
                auth.onResponse(
                        answer.status(), answer.uri(), answer.head().all().get());
                return answer;
            });
        }
    }

    /** Whether there are others than those that the request had which was so answered. May take long. */
    boolean renew(HttpResponseHead answer, Map<String, String> sent) {
        Map<String, List<String>> shown = new TreeMap<>();
        sent.forEach((name, value) -> shown.put(name, List.of(value)));
        return renew(answer.status(), answer.uri(), shown, answer.head().all().get());
    }

    /** Like {@link #renew(HttpResponseHead, Map)}, of a request that another library sent. */
    public boolean renew(int status, URI uri, Map<String, List<String>> sent, Map<String, List<String>> answer) {
        CredentialsProvider auth = target.credentials();
        if (auth == null) {
            return false;
        }
        Map<String, List<String>> headers = lowerCaseNames(answer);
        List<String> challenges =
                headers.getOrDefault(HeaderNames.WWW_AUTHENTICATE.toLowerCase(Locale.ROOT), List.of());
        return wrapFailures(() -> auth.renew(
                new CredentialsProvider.UnauthorizedResponse(status, uri, lowerCaseNames(sent), challenges, headers)));
    }

    private static Map<String, List<String>> lowerCaseNames(Map<String, List<String>> headers) {
        Map<String, List<String>> all = new TreeMap<>();
        headers.forEach((name, values) -> all.put(name.toLowerCase(Locale.ROOT), values));
        return all;
    }

    private <T> T wrapFailures(Supplier<T> asked) {
        try {
            return asked.get();
        } catch (McpClientException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new ConnectionFailedException("There are no credentials for " + target.label() + ": " + e, e);
        }
    }
}
