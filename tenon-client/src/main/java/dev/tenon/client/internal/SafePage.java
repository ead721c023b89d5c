package dev.tenon.client.internal;

import dev.tenon.client.BadAnswerException;
import dev.tenon.json.Quote;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** Which pages a server may send a user to (client features, elicitation, section "Safe URL Handling"). */
final class SafePage {
    private static final int LONGEST = 8192;

    private SafePage() {}

    /**
     * Refuses what could be anything but a page on the web.
     *
     * @throws BadAnswerException when it is no absolute http or https URL with a host, or has a user and password
     */
    static void check(String url) {
        if (url.length() > LONGEST) {
            throw new BadAnswerException("The server sends the user to a URL of " + url.length() + " characters");
        }
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw new BadAnswerException(
                    "The server sends the user to something that is no URL: " + Quote.shortened(url));
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https") || uri.getHost() == null) {
            throw new BadAnswerException(
                    "The server sends the user to something that is no page: " + Quote.shortened(url));
        }
        if (uri.getRawUserInfo() != null) {
            throw new BadAnswerException(
                    "The server sends the user to a URL that hides its host: " + Quote.shortened(url));
        }
    }
}
