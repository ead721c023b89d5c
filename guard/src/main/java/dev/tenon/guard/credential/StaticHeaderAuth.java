package dev.tenon.guard.credential;

import dev.tenon.client.endpoint.CredentialsProvider;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sends a static secret: a bearer token, or another header.
 *
 * @param prefix the text before the secret, such as {@code "Bearer "}
 */
record StaticHeaderAuth(String name, String prefix, ReloadingSecret secret, CredentialErrorReporter errors)
        implements CredentialsProvider {
    private static final int UNAUTHORIZED = 401;

    @Override
    public Map<String, String> headers(String method, URI uri) {
        return Map.of(name, headerValue(secret.requireValue(errors)));
    }

    @Override
    public @Nullable Map<String, String> headersIfAvailable(String method, URI uri) {
        return secret.valueIfCached()
                .map(value -> Map.of(name, headerValue(value)))
                .orElse(null);
    }

    /** Returns the header value. Validates it here, because HTTP would quote an invalid value in its exception. */
    private String headerValue(String value) {
        if (!value.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
            String problem = "the secret has characters that are invalid in a header, such as line breaks";
            throw errors.createNoCredentialsException(problem, "Use only visible ASCII characters");
        }
        return prefix + value;
    }

    @Override
    public boolean renew(UnauthorizedResponse response) {
        List<String> sent = response.requestHeaders().getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
        boolean isReplaced = secret.reloadValue()
                .filter(value -> !sent.contains(prefix + value))
                .isPresent();
        if (response.status() == UNAUTHORIZED && isReplaced) {
            return true;
        }
        errors.logRejected(response.status(), "Check the secret, and the rights of its owner at the server");
        return false;
    }

    /** Omits the secret. */
    @Override
    public String toString() {
        return "StaticHeaderAuth[" + name + "]";
    }
}
