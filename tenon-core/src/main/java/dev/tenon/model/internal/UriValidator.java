package dev.tenon.model.internal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Absolute URIs (RFC 3986): a scheme, and no character that must be percent-encoded. Characters beyond ASCII pass. */
public final class UriValidator {
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");
    private static final Pattern WRONG = Pattern.compile("[\\x00-\\x1F\\x7F <>\"{}|\\\\^`]|%(?![0-9A-Fa-f]{2})");

    private UriValidator() {}

    public static String requireAbsolute(String what, String uri) {
        Matcher scheme = SCHEME.matcher(uri);
        if (!scheme.lookingAt()) {
            throw new IllegalArgumentException(what + " must be an absolute URI, such as file:///notes.txt");
        }
        Matcher wrong = WRONG.matcher(uri);
        if (wrong.find(scheme.end())) {
            int at = wrong.start();
            throw new IllegalArgumentException(what + " must be a URI: "
                    + (uri.charAt(at) == '%'
                            ? "after % at " + at + " come two hex digits"
                            : "percent-encode the character at " + at));
        }
        return uri;
    }

    /** Whether the URI starts with that scheme, given in lower case. */
    public static boolean hasScheme(String uri, String scheme) {
        return uri.regionMatches(true, 0, scheme + ":", 0, scheme.length() + 1);
    }
}
