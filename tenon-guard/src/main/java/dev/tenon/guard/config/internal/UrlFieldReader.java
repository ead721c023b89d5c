package dev.tenon.guard.config.internal;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.net.URISyntaxException;

/** URLs of servers: a token must go to no one who only listens on the way. */
final class UrlFieldReader {
    private static final URI INVALID_URL = URI.create("https://invalid.invalid/");

    private UrlFieldReader() {}

    /**
     * The URL of a field; a mistake is noted when it is none, or would send secrets in the clear to another machine.
     */
    static URI readUrl(ConfigProblems problems, ConfigSection section, String name) {
        return readUrl(problems, section.line(name), name, section.requiredText(name));
    }

    /** The URL that a text of that field is. */
    static URI readUrl(ConfigProblems problems, int line, String name, String text) {
        try {
            URI url = new URI(text);
            if (url.getHost() == null || url.getRawUserInfo() != null || url.getRawFragment() != null) {
                problems.add(
                        line,
                        "\"" + name + "\" must be a URL with a host, without user name and fragment, but is "
                                + Excerpts.quote(text));
            } else if (!name.equals("url") && !HttpUrls.isSecureOrLoopback(url)) {
                problems.add(line, "\"" + name + "\" must be https: a secret goes there");
            }
            return url;
        } catch (URISyntaxException e) {
            problems.add(line, "\"" + name + "\" is no URL: " + Excerpts.quote(text));
            return INVALID_URL;
        }
    }
}
