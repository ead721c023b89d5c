package dev.tenon.guard.content;

/** Matches the part of a secret after its prefix. Reads a bounded number of characters, without backtracking. */
@FunctionalInterface
interface SecretBodyMatcher {
    /** Returns the end of the match that begins here, or -1. */
    int findEnd(String text, int from);

    /** Returns a matcher for a maximal sequence of characters from a set, with a minimum and a maximum length. */
    static SecretBodyMatcher repeat(AsciiCharacterSet characters, int minLength, int maxLength) {
        return (text, from) -> {
            int at = from;
            while (at < text.length() && at - from <= maxLength && characters.contains(text.charAt(at))) {
                at++;
            }
            return at - from >= minLength && at - from <= maxLength ? at : -1;
        };
    }

    /** Returns a matcher for a maximal sequence of characters from a set with exactly this length. */
    static SecretBodyMatcher exactly(AsciiCharacterSet characters, int count) {
        return repeat(characters, count, count);
    }

    /** Returns a matcher for this text. */
    static SecretBodyMatcher literal(String literal) {
        return (text, from) -> text.startsWith(literal, from) ? from + literal.length() : -1;
    }

    /** Returns a matcher for a sequence. */
    static SecretBodyMatcher sequence(SecretBodyMatcher... matchers) {
        return (text, from) -> {
            int at = from;
            for (SecretBodyMatcher matcher : matchers) {
                at = at < 0 ? -1 : matcher.findEnd(text, at);
            }
            return at;
        };
    }

    /** Returns a matcher for matches of this one that contain a text. */
    default SecretBodyMatcher containing(String part) {
        return (text, from) -> {
            int end = findEnd(text, from);
            return end >= 0 && text.substring(from, end).contains(part) ? end : -1;
        };
    }
}
