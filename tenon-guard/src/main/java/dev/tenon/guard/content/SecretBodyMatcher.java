package dev.tenon.guard.content;

/** How a secret goes on behind its prefix. Each looks at a bounded stretch of text and never back. */
@FunctionalInterface
interface SecretBodyMatcher {
    /** Where it ends when it goes on like this from here, or -1. */
    int findEnd(String text, int from);

    /** Characters of a set, as many as there are, of which there must be at least and at most so many. */
    static SecretBodyMatcher repeat(AsciiCharacterSet letters, int least, int most) {
        return (text, from) -> {
            int at = from;
            while (at < text.length() && at - from <= most && letters.contains(text.charAt(at))) {
                at++;
            }
            return at - from >= least && at - from <= most ? at : -1;
        };
    }

    /** Exactly so many characters of a set, and not one more. */
    static SecretBodyMatcher exactly(AsciiCharacterSet letters, int count) {
        return repeat(letters, count, count);
    }

    /** A text as it stands. */
    static SecretBodyMatcher literal(String literal) {
        return (text, from) -> text.startsWith(literal, from) ? from + literal.length() : -1;
    }

    /** One shape behind the other. */
    static SecretBodyMatcher sequence(SecretBodyMatcher... shapes) {
        return (text, from) -> {
            int at = from;
            for (SecretBodyMatcher shape : shapes) {
                at = at < 0 ? -1 : shape.findEnd(text, at);
            }
            return at;
        };
    }

    /** A shape in which a text occurs. */
    default SecretBodyMatcher containing(String part) {
        return (text, from) -> {
            int end = findEnd(text, from);
            return end >= 0 && text.substring(from, end).contains(part) ? end : -1;
        };
    }
}
