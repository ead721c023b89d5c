package dev.tenon.client.internal.inbound;

import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.internal.text.Excerpts;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** Which pages a server may send a user to (client features, elicitation, section "Safe URL Handling"). */
final class WebPageUrlValidator {
    private static final int MAX_URL_CHARS = 8192;

    private WebPageUrlValidator() {}

    /**
     * Refuses what could be anything but a page on the web.
     *
     * @throws InvalidResponseException when it is no absolute http or https URL with a host, or has a user and password
     */
    static void validate(String url) {
        if (url.length() > MAX_URL_CHARS) {
            throw new InvalidResponseException("The server sends the user to a URL of " + url.length() + " characters");
        }
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw new InvalidResponseException(
                    "The server sends the user to something that is no URL: " + Excerpts.quote(url));
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https") || uri.getHost() == null) {
            throw new InvalidResponseException(
                    "The server sends the user to something that is no page: " + Excerpts.quote(url));
        }
        if (uri.getRawUserInfo() != null) {
            throw new InvalidResponseException(
                    "The server sends the user to a URL that hides its host: " + Excerpts.quote(url));
        }
    }
}
