package dev.tenon.model;

/** Absolute URIs (RFC 3986): a scheme, and no character that must be percent-encoded. Characters beyond ASCII pass. */
final class Uris {
    private static final String FORBIDDEN = " <>\"{}|\\^`";

    private Uris() {}

    static String check(String what, String uri) {
        int colon = uri.indexOf(':');
        if (colon < 1 || !isScheme(uri, colon)) {
            throw new IllegalArgumentException(what + " must be an absolute URI, such as file:///notes.txt");
        }
        for (int i = colon + 1; i < uri.length(); i++) {
            char c = uri.charAt(i);
            if (c < 0x20 || c == 0x7F || FORBIDDEN.indexOf(c) >= 0) {
                throw new IllegalArgumentException(what + " must be a URI: percent-encode the character at " + i);
            }
            if (c == '%' && !(isHex(uri, i + 1) && isHex(uri, i + 2))) {
                throw new IllegalArgumentException(what + " must be a URI: after % at " + i + " come two hex digits");
            }
        }
        return uri;
    }

    /** Whether the URI starts with that scheme, given in lower case. */
    static boolean hasScheme(String uri, String scheme) {
        return uri.length() > scheme.length()
                && uri.charAt(scheme.length()) == ':'
                && uri.regionMatches(true, 0, scheme, 0, scheme.length());
    }

    private static boolean isScheme(String uri, int colon) {
        for (int i = 0; i < colon; i++) {
            char c = uri.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean further = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
            if (!letter && (i == 0 || !further)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isHex(String uri, int at) {
        return at < uri.length() && Character.digit(uri.charAt(at), 16) >= 0 && uri.charAt(at) < 0x80;
    }
}
