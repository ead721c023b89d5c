package dev.tenon.uri;

import java.util.HexFormat;

/** Defines the character sets of RFC 3986 and of RFC 6570, sections 1.5 and 2.1. */
final class UriCharacters {
    private static final String RESERVED = ":/?#[]@!$&'()*+,;=";

    private UriCharacters() {}

    static boolean isAlphanumeric(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    static boolean isUnreserved(int c) {
        return isAlphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~';
    }

    static boolean isReserved(int c) {
        return RESERVED.indexOf(c) >= 0;
    }

    static boolean isUnreservedOrReserved(int c) {
        return isUnreserved(c) || isReserved(c);
    }

    /** Characters that need no encoding in the value of a path parameter: a list keeps its commas. */
    static boolean isUnreservedOrComma(int c) {
        return isUnreserved(c) || c == ',';
    }

    /** Characters that need no encoding in the value of a query parameter: all of a query except delimiters. */
    static boolean isQueryValue(int c) {
        return isUnreservedOrReserved(c) && c != '&' && c != '#' && c != '[' && c != ']';
    }

    /** Characters of the literal text of a template. An erratum of RFC 6570 allows the apostrophe. */
    static boolean isLiteral(int c) {
        return c < 0x80 ? isUnreservedOrReserved(c) : isUcscharOrIprivate(c);
    }

    private static boolean isUcscharOrIprivate(int c) {
        if (c < 0x10000) {
            return c >= 0xA0 && c <= 0xD7FF || c >= 0xE000 && c <= 0xFDCF || c >= 0xFDF0 && c <= 0xFFEF;
        }
        boolean tags = c >= 0xE0000 && c <= 0xE0FFF;
        return (c & 0xFFFF) <= 0xFFFD && !tags;
    }

    /** Returns whether a percent sign and two hexadecimal digits are at a position. */
    static boolean isPercentTriplet(String text, int at) {
        return at + 2 < text.length()
                && text.charAt(at) == '%'
                && HexFormat.isHexDigit(text.charAt(at + 1))
                && HexFormat.isHexDigit(text.charAt(at + 2));
    }
}
