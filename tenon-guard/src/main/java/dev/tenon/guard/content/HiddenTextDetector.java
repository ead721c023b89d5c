package dev.tenon.guard.content;

import java.util.ArrayList;
import java.util.List;

/**
 * Characters that a person does not see and a model may read:
 *
 * <ul>
 *   <li>{@code hidden.tags}: the tag characters U+E0000 to U+E007F, which spell ASCII; not in the flags that use them
 *   <li>{@code hidden.bidi}: embeddings, overrides and isolates, which show text in another order than it is read
 *   <li>{@code hidden.zero-width}: spaces and joiners without width, soft hyphens and fillers; not where scripts and
 *   emoji join
 *   <li>{@code hidden.variation}: variation selectors where nothing varies, which can carry any bytes
 *   <li>{@code hidden.control}: control characters other than tab and line ends, among them those that steer a terminal
 * </ul>
 */
public final class HiddenTextDetector implements TextDetector {
    /** The rule; it has no state. */
    public static final HiddenTextDetector INSTANCE = new HiddenTextDetector();

    private HiddenTextDetector() {}

    @Override
    public List<TextMatch> find(String text) {
        if (isPlain(text)) {
            return List.of();
        }
        List<TextMatch> spans = new ArrayList<>();
        int previous = -1;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            int flag = InvisibleCharacters.flagEnd(text, i);
            int end = flag > 0 ? flag : i + Character.charCount(c);
            int next = end < text.length() ? text.codePointAt(end) : -1;
            String rule = flag > 0 ? null : InvisibleCharacters.violatedRule(previous, c, next);
            if (rule != null) {
                addOrExtend(spans, rule, i, end);
            }
            previous = c;
            i = end;
        }
        return spans;
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

    /** Adds to the span before when it is the same rule's and ends here. */
    private static void addOrExtend(List<TextMatch> spans, String rule, int start, int end) {
        int last = spans.size() - 1;
        int from = start;
        if (last >= 0
                && spans.get(last).end() == start
                && spans.get(last).ruleName().equals(rule)) {
            from = spans.remove(last).start();
        }
        spans.add(new TextMatch(rule, from, end, ""));
    }

    /** The text without what is hidden. */
    public String strip(String text) {
        return TextMatch.replaceAll(text, find(text), span -> "");
    }

    /** What a span of this rule hides, for a person to read. */
    static String describe(String text, TextMatch span) {
        int count = text.codePointCount(span.start(), span.end());
        String hidden = InvisibleCharacters.decodeHiddenAscii(text, span.start(), span.end());
        return count + (count == 1 ? " character" : " characters") + " that cannot be seen"
                + (hidden.isEmpty()
                        ? ", the first is " + InvisibleCharacters.describe(text.codePointAt(span.start()))
                        : ", which spell \"" + hidden + "\"");
    }
}
