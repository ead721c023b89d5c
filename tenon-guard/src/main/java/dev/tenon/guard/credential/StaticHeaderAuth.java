package dev.tenon.guard.credential;

import dev.tenon.client.endpoint.CredentialsProvider;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Shows a server a secret that is known: a token, or a header of another kind.
 *
 * @param prefix what stands before the secret, such as {@code "Bearer "}
 */
record StaticHeaderAuth(String name, String prefix, ReloadingSecret secret, CredentialErrorReporter errors)
        implements CredentialsProvider {
    private static final int UNAUTHORIZED = 401;

    @Override
    public Map<String, String> headers(String method, URI uri) {
        return Map.of(name, headerValue(secret.value().orElseThrow(() -> errors.missingSecret(secret))));
    }

    @Override
    public @Nullable Map<String, String> headersIfAvailable(String method, URI uri) {
        return secret.cachedValue()
                .map(value -> Map.of(name, headerValue(value)))
                .orElse(null);
    }

    /** A header that HTTP does not take would be quoted in its error. */
    private String headerValue(String value) {
        if (!value.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
            throw errors.noCredentials(
                    "the secret has characters that no header can hold, such as line ends",
                    "It must be of visible ASCII characters");
        }
        return prefix + value;
    }

    @Override
    public boolean renew(UnauthorizedResponse refusal) {
        List<String> sent = refusal.requestHeaders().getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
        boolean isOld = secret.readValue()
                .filter(value -> !sent.contains(prefix + value))
                .isPresent();
        if (refusal.status() == UNAUTHORIZED && isOld) {
            return true;
        }
        errors.logRejected(refusal.status(), "Check what is in the secret, and what the server lets its owner do");
        return false;
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "KnownHeader[" + name + "]";
    }
}
