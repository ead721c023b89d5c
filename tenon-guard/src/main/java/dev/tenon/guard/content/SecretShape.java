package dev.tenon.guard.content;

/** How a secret goes on behind its prefix. Each looks at a bounded stretch of text and never back. */
@FunctionalInterface
interface SecretShape {
    /** Where it ends when it goes on like this from here, or -1. */
    int end(String text, int from);

    /** Characters of a set, as many as there are, of which there must be at least and at most so many. */
    static SecretShape run(Letters letters, int least, int most) {
        return (text, from) -> {
            int at = from;
            while (at < text.length() && at - from <= most && letters.has(text.charAt(at))) {
                at++;
            }
            return at - from >= least && at - from <= most ? at : -1;
        };
    }

    /** Exactly so many characters of a set, and not one more. */
    static SecretShape exactly(Letters letters, int count) {
        return run(letters, count, count);
    }

    /** A text as it stands. */
    static SecretShape literal(String literal) {
        return (text, from) -> text.startsWith(literal, from) ? from + literal.length() : -1;
    }

    /** One shape behind the other. */
    static SecretShape all(SecretShape... shapes) {
        return (text, from) -> {
            int at = from;
            for (SecretShape shape : shapes) {
                at = at < 0 ? -1 : shape.end(text, at);
            }
            return at;
        };
    }

    /** A shape in which a text occurs. */
    default SecretShape with(String part) {
        return (text, from) -> {
            int end = end(text, from);
            return end >= 0 && text.substring(from, end).contains(part) ? end : -1;
        };
    }
}
