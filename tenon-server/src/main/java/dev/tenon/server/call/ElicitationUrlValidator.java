package dev.tenon.server.call;

import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which urls a user may be sent to: they pass through the client and must carry no secret (2026-07-28,
 * client/elicitation, Security Considerations). A secret is known by the name of its parameter, which catches the
 * mistake and not the intent.
 */
final class ElicitationUrlValidator {
    private static final Pattern NAMES = Pattern.compile(
            "pass(word|wd|phrase)|secret|credential|api_?key|private_?key|token|credit_?card|session_?id");

    private ElicitationUrlValidator() {}

    /**
     * Refuses a url that carries a secret, or that everybody who sees it could use.
     *
     * @throws IllegalArgumentException when it has user information or a parameter named like a secret
     */
    static void validate(URI url) {
        if (url.getScheme() == null || !url.getScheme().matches("https?") || url.getHost() == null) {
            throw new IllegalArgumentException("A page to visit has an absolute http or https url");
        }
        if (url.getRawUserInfo() != null || hasSecretParameter(url.getRawQuery())) {
            throw new IllegalArgumentException(
                    "A url must not carry credentials: let the page at " + url.getHost() + " ask who is there");
        }
    }

    private static boolean hasSecretParameter(@Nullable String query) {
        return query != null
                && Stream.of(query.split("&", -1))
                        .anyMatch(parameter -> isSecretName(parameter.split("=", 2)[0]));
    }

    private static boolean isSecretName(String name) {
        return NAMES.matcher(name.replace('-', '_').toLowerCase(Locale.ROOT)).find();
    }
}
