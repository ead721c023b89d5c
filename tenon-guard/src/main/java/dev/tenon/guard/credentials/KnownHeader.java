package dev.tenon.guard.credentials;

import dev.tenon.client.HttpAuth;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Shows a server a secret that is known: a token, or a header of another kind.
 *
 * @param before what stands before the secret, such as {@code "Bearer "}
 */
record KnownHeader(String name, String before, Secret secret, Complaint complaint) implements HttpAuth {
    private static final int UNAUTHORIZED = 401;

    @Override
    public Map<String, String> headers(String method, URI uri) {
        return Map.of(name, header(secret.value().orElseThrow(() -> complaint.missing(secret))));
    }

    @Override
    public @Nullable Map<String, String> headersNow(String method, URI uri) {
        return secret.known().map(value -> Map.of(name, header(value))).orElse(null);
    }

    /** A header that HTTP does not take would be quoted in its error. */
    private String header(String value) {
        if (!value.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
            throw complaint.none(
                    "the secret has characters that no header can hold, such as line ends",
                    "It must be of visible ASCII characters");
        }
        return before + value;
    }

    @Override
    public boolean refused(Refusal refusal) {
        List<String> sent = refusal.sent().getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
        boolean isOld =
                secret.now().filter(value -> !sent.contains(before + value)).isPresent();
        if (refusal.status() == UNAUTHORIZED && isOld) {
            return true;
        }
        complaint.refused(refusal.status(), "Check what is in the secret, and what the server lets its owner do");
        return false;
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "KnownHeader[" + name + "]";
    }
}
