package dev.tenon.guard.content;

import java.util.ArrayList;
import java.util.List;

/**
 * Detects characters that are invisible to a person but readable for a model:
 *
 * <ul>
 *   <li>{@code hidden.tags}: the tag characters U+E0000 to U+E007F, which spell ASCII; not in flags that use them
 *   <li>{@code hidden.bidi}: embeddings, overrides and isolates, which display text in another order than it is read
 *   <li>{@code hidden.zero-width}: zero-width spaces and joiners, soft hyphens and fillers; not where scripts and emoji
 *   use them
 *   <li>{@code hidden.variation}: variation selectors after characters without variants, which can encode any bytes
 *   <li>{@code hidden.control}: control characters except tab and line ends, among them those that control a terminal
 * </ul>
 */
public final class HiddenTextDetector implements TextDetector {
    /** The detector; it has no state. */
    public static final HiddenTextDetector INSTANCE = new HiddenTextDetector();

    private HiddenTextDetector() {}

    @Override
    public List<TextMatch> find(String text) {
        if (isPlain(text)) {
            return List.of();
        }
        List<TextMatch> matches = new ArrayList<>();
        int previous = -1;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            int flag = InvisibleCharacters.findTagFlagEnd(text, i);
            int end = flag > 0 ? flag : i + Character.charCount(c);
            int next = end < text.length() ? text.codePointAt(end) : -1;
            String rule = flag > 0 ? null : InvisibleCharacters.violatedRule(previous, c, next);
            if (rule != null) {
                addOrExtend(matches, rule, i, end);
            }
            previous = c;
            i = end;
        }
        return matches;
    }

    @Override
    public boolean mayMatch(String json) {
        return !isPlain(json);
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > '~' || (c < ' ' && c != '\n' && c != '\t' && c != '\r')) {
                return false;
            }
        }
        return true;
    }

    /** Adds a match; extends the previous one if it has the same rule and ends here. */
    private static void addOrExtend(List<TextMatch> matches, String rule, int start, int end) {
        int last = matches.size() - 1;
        int from = start;
        if (last >= 0
                && matches.get(last).end() == start
                && matches.get(last).ruleName().equals(rule)) {
            from = matches.remove(last).start();
        }
        matches.add(new TextMatch(rule, from, end, ""));
    }

    /** Returns the text without hidden characters. */
    public String strip(String text) {
        return TextMatch.replaceAll(text, find(text), match -> "");
    }

    /** Describes what a match hides. */
    static String describe(String text, TextMatch match) {
        int count = text.codePointCount(match.start(), match.end());
        String hidden = InvisibleCharacters.decodeHiddenAscii(text, match.start(), match.end());
        return count + (count == 1 ? " character" : " characters") + " that cannot be seen"
                + (hidden.isEmpty()
                        ? ", the first is " + InvisibleCharacters.describe(text.codePointAt(match.start()))
                        : ", which spell \"" + hidden + "\"");
    }
}
