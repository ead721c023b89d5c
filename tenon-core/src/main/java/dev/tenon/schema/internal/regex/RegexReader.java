package dev.tenon.schema.internal.regex;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text of a regular expression while it is read. */
final class RegexReader {
    private final String regex;
    private int at;

    RegexReader(String regex) {
        this.regex = regex;
    }

    boolean hasMore() {
        return at < regex.length();
    }

    /** Whether one of these characters comes next. */
    boolean isNextIn(String characters) {
        return hasMore() && characters.indexOf(regex.charAt(at)) >= 0;
    }

    int next() {
        if (!hasMore()) {
            throw syntaxError("it ends too early");
        }
        int point = regex.codePointAt(at);
        at += Character.charCount(point);
        return point;
    }

    boolean tryConsume(String s) {
        boolean found = regex.startsWith(s, at);
        at += found ? s.length() : 0;
        return found;
    }

    /** What this matches from here on; null, with nothing taken, when it does not match. */
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
