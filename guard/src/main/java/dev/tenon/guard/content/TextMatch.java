package dev.tenon.guard.content;

import java.util.List;
import java.util.function.Function;

/**
 * A match in a text.
 *
 * @param ruleName the name of the rule, such as {@code secrets.github-token}
 * @param start the index of its first character ({@code char})
 * @param end the index after its last character
 * @param detail a description without secret content; may be empty
 */
public record TextMatch(String ruleName, int start, int end, String detail) {

    /** Returns the text with replacements for the matches. */
    static String replaceAll(String text, List<TextMatch> matches, Function<TextMatch, String> replacement) {
        if (matches.isEmpty()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        for (TextMatch match : matches) {
            out.append(text, at, match.start()).append(replacement.apply(match));
            at = match.end();
        }
        return out.append(text, at, text.length()).toString();
    }
}
