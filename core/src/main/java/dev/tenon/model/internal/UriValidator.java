package dev.tenon.model.internal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Validates absolute URIs (RFC 3986): a scheme, and only characters that need no percent-encoding. Non-ASCII characters
 * are allowed.
 */
public final class UriValidator {
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");
    private static final Pattern INVALID = Pattern.compile("[\\x00-\\x1F\\x7F <>\"{}|\\\\^`]|%(?![0-9A-Fa-f]{2})");

    private UriValidator() {}

    public static String requireAbsolute(String name, String uri) {
        Matcher scheme = SCHEME.matcher(uri);
        if (!scheme.lookingAt()) {
            throw new IllegalArgumentException(name + " must be an absolute URI, such as file:///notes.txt");
        }
        Matcher invalid = INVALID.matcher(uri);
        if (invalid.find(scheme.end())) {
            int position = invalid.start();
            throw new IllegalArgumentException(name + " must be a URI: "
                    + (uri.charAt(position) == '%'
                            ? "after % at " + position + " come two hex digits"
                            : "percent-encode the character at " + position));
        }
        return uri;
    }

    /** Returns whether the URI has the given scheme, in lower case. */
    public static boolean hasScheme(String uri, String scheme) {
        return uri.regionMatches(true, 0, scheme + ":", 0, scheme.length() + 1);
    }
}
