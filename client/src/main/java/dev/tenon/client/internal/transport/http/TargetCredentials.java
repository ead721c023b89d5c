package dev.tenon.client.internal.transport.http;

import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.McpClientException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The configured headers and credentials of a target, and their renewal when the server rejects them. */
public record TargetCredentials(HttpTarget target) {
    /** How often one request is sent again with other credentials. */
    private static final int MAX_REJECTIONS = 3;

    /** Returns the headers of one request: those of the target, and its credentials. */
    public Map<String, String> headers(String method, URI uri) {
        CredentialsProvider provider = target.credentials();
        return provider == null ? target.headers() : mergeHeaders(wrapFailures(() -> provider.headers(method, uri)));
    }

    private Map<String, String> mergeHeaders(Map<String, String> credentials) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(target.headers());
        headers.putAll(credentials);
        return headers;
    }

    /** Like {@link #headers}, without blocking; null if they are not available. */
    @Nullable Map<String, String> headersIfAvailable(String method, URI uri) {
        CredentialsProvider provider = target.credentials();
        if (provider == null) {
            return target.headers();
        }
        try {
            Map<String, String> credentials = provider.headersIfAvailable(method, uri);
            return credentials == null ? null : mergeHeaders(credentials);
        } catch (RuntimeException e) {
            // A caller that may block gets the exception from {@link #headers}.
            return null;
        }
    }

    /** Returns whether a request that was rejected that often may be sent with other credentials. */
    public boolean canRenew(int status, int refusals) {
        return target.credentials() != null && (status == 401 || status == 403) && refusals < MAX_REJECTIONS;
    }

    /** Passes the response to the provider of the credentials. */
    void onResponse(HttpResponseHead response) {
        CredentialsProvider provider = target.credentials();
        if (provider != null) {
            wrapFailures(() -> {
                provider.onResponse(response.status(), response.uri(), response.allHeaders());
                return response;
            });
        }
    }

    /** Obtains new credentials after this response. May take long. */
    boolean renew(HttpResponseHead response, Map<String, String> sent) {
        Map<String, List<String>> credentials = new TreeMap<>();
        sent.forEach((name, value) -> credentials.put(name, List.of(value)));
        return renew(response.status(), response.uri(), credentials, response.allHeaders());
    }

    /** Like {@link #renew(HttpResponseHead, Map)}, for a request that another library sent. */
    public boolean renew(int status, URI uri, Map<String, List<String>> sent, Map<String, List<String>> response) {
        CredentialsProvider provider = target.credentials();
        if (provider == null) {
            return false;
        }
        Map<String, List<String>> headers = lowerCaseNames(response);
        List<String> challenges = headers.getOrDefault("www-authenticate", List.of());
        return wrapFailures(() -> provider.renew(
                new CredentialsProvider.UnauthorizedResponse(status, uri, lowerCaseNames(sent), challenges, headers)));
    }

    private static Map<String, List<String>> lowerCaseNames(Map<String, List<String>> headers) {
        Map<String, List<String>> all = new TreeMap<>();
        headers.forEach((name, values) -> all.put(name.toLowerCase(Locale.ROOT), values));
        return all;
    }

    private <T> T wrapFailures(Supplier<T> call) {
        try {
            return call.get();
        } catch (McpClientException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new ConnectionFailedException("Obtaining credentials for " + target.label() + " failed: " + e, e);
        }
    }
}
