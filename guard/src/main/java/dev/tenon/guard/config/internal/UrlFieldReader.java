package dev.tenon.guard.config.internal;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.net.URISyntaxException;

/** Reads URLs of servers. Most must use https, because credentials are sent there. */
final class UrlFieldReader {
    private static final URI INVALID_URL = URI.create("https://invalid.invalid/");

    private UrlFieldReader() {}

    /**
     * Returns the URL of a field. Adds a problem if it is invalid, or would send credentials unencrypted to another
     * machine; the field {@code url} is not checked for that, as not every server gets credentials. Returns {@code
     * https://invalid.invalid/} if the text cannot be parsed, else the URL, even if it has a problem.
     */
    static URI readUrl(ConfigProblems problems, ConfigSection section, String name) {
        return readUrl(problems, section.line(name), name, section.requiredText(name));
    }

    /** Like {@link #readUrl(ConfigProblems, ConfigSection, String)}, with the text of the field. */
    static URI readUrl(ConfigProblems problems, int line, String name, String text) {
        try {
            URI url = new URI(text);
            if (url.getHost() == null || url.getRawUserInfo() != null || url.getRawFragment() != null) {
                problems.add(
                        line,
                        "\"" + name + "\" must be a URL with a host, without user name and fragment, but is "
                                + Excerpts.quote(text));
            } else if (!name.equals("url") && !HttpUrls.isSecureOrLoopback(url)) {
                problems.add(line, "\"" + name + "\" must be https: credentials are sent there");
            }
            return url;
        } catch (URISyntaxException e) {
            problems.add(line, "\"" + name + "\" is not a valid URL: " + Excerpts.quote(text));
            return INVALID_URL;
        }
    }
}
