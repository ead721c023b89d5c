package dev.tenon.guard.content;

import java.util.List;
import java.util.function.Function;

/**
 * Something that was found in a text.
 *
 * @param ruleName the name of the rule: {@code secrets.github-token}
 * @param start where it begins, in characters of Java
 * @param end where it ends, exclusive
 * @param detail what it is, without anything secret
 */
public record TextMatch(String ruleName, int start, int end, String detail) {

    /** The text with other text in place of what was found. */
    static String replaceAll(String text, List<TextMatch> spans, Function<TextMatch, String> replacement) {
        if (spans.isEmpty()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        for (TextMatch span : spans) {
            out.append(text, at, span.start()).append(replacement.apply(span));
            at = span.end();
        }
        return out.append(text, at, text.length()).toString();
    }
}
