package dev.tenon.schema.internal.regex;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the text of a regular expression from a position that advances. */
final class RegexCursor {
    private final String regex;
    private int at;

    RegexCursor(String regex) {
        this.regex = regex;
    }

    boolean hasMore() {
        return at < regex.length();
    }

    /** Returns whether the next character is one of these. */
    boolean isNextIn(String characters) {
        return hasMore() && characters.indexOf(regex.charAt(at)) >= 0;
    }

    int readCodePoint() {
        if (!hasMore()) {
            throw syntaxError("unexpected end");
        }
        int codePoint = regex.codePointAt(at);
        at += Character.charCount(codePoint);
        return codePoint;
    }

    boolean tryConsume(String prefix) {
        boolean found = regex.startsWith(prefix, at);
        at += found ? prefix.length() : 0;
        return found;
    }

    /**
     * Consumes a match of the pattern at the position; returns null, without consuming anything, if it does not match.
     */
    @Nullable MatchResult tryConsume(Pattern token) {
        Matcher matcher = token.matcher(regex).region(at, regex.length());
        if (!matcher.lookingAt()) {
            return null;
        }
        at = matcher.end();
        return matcher;
    }

    IllegalArgumentException syntaxError(String problem) {
        return new IllegalArgumentException(problem + ", at character " + at);
    }
}
