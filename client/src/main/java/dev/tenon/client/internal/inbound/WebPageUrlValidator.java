package dev.tenon.client.internal.inbound;

import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.internal.text.Excerpts;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** Validates the URLs to which a server sends the user (client features, elicitation, section "Safe URL Handling"). */
final class WebPageUrlValidator {
    private static final int MAX_URL_CHARS = 8192;

    private WebPageUrlValidator() {}

    /**
     * Checks that a URL can only be a web page.
     *
     * @throws InvalidResponseException when it is not an absolute http or https URL with a host, or contains user
     *     information
     */
    static void validate(String url) {
        if (url.length() > MAX_URL_CHARS) {
            throw new InvalidResponseException("The server sends the user to a URL of " + url.length() + " characters");
        }
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw new InvalidResponseException("The server sends the user to an invalid URL: " + Excerpts.quote(url));
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https") || uri.getHost() == null) {
            throw new InvalidResponseException(
                    "The server sends the user to a URL that is not a web page: " + Excerpts.quote(url));
        }
        if (uri.getRawUserInfo() != null) {
            throw new InvalidResponseException(
                    "The server sends the user to a URL that hides its host: " + Excerpts.quote(url));
        }
    }
}
