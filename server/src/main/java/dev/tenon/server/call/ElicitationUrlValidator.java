package dev.tenon.server.call;

import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Validates URLs that a user is asked to visit. They pass through the client and must not contain secrets (2026-07-28,
 * client/elicitation, Security Considerations). Secrets are recognized by parameter names, which catches mistakes but
 * not intent.
 */
final class ElicitationUrlValidator {
    private static final Pattern SECRET_NAMES = Pattern.compile(
            "pass(word|wd|phrase)|secret|credential|api_?key|private_?key|token|credit_?card|session_?id");

    private ElicitationUrlValidator() {}

    /**
     * Validates a URL.
     *
     * @throws IllegalArgumentException if it is not an absolute http or https URL, has user information, or has a
     *     parameter with the name of a secret
     */
    static void validate(URI url) {
        if (url.getScheme() == null || !url.getScheme().matches("https?") || url.getHost() == null) {
            throw new IllegalArgumentException("url must be an absolute http or https URL with a host");
        }
        if (url.getRawUserInfo() != null || hasSecretParameter(url.getRawQuery())) {
            throw new IllegalArgumentException(
                    "url must not contain credentials: let the page at " + url.getHost() + " authenticate the user");
        }
    }

    private static boolean hasSecretParameter(@Nullable String query) {
        return query != null
                && Stream.of(query.replace('-', '_').toLowerCase(Locale.ROOT).split("&", -1))
                        .anyMatch(parameter ->
                                SECRET_NAMES.matcher(parameter.split("=", 2)[0]).find());
    }
}
