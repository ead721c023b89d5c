package dev.tenon.guard.content;

import java.util.ArrayList;
import java.util.List;

/**
 * Characters that a person does not see and a model may read:
 *
 * <ul>
 *   <li>{@code hidden.tags}: the tag characters U+E0000 to U+E007F, which spell ASCII; not in the flags that use them
 *   <li>{@code hidden.bidi}: embeddings, overrides and isolates, which show text in another order than it is read
 *   <li>{@code hidden.zero-width}: spaces and joiners without width, soft hyphens and fillers; not where scripts and emoji join
 *   <li>{@code hidden.variation}: variation selectors where nothing varies, which can carry any bytes
 *   <li>{@code hidden.control}: control characters other than tab and line ends, among them those that steer a terminal
 * </ul>
 */
public final class HiddenText implements TextRule {
    /** The rule; it has no state. */
    public static final HiddenText RULE = new HiddenText();

    private HiddenText() {}

    @Override
    public List<Span> find(String text) {
        if (isPlain(text)) {
            return List.of();
        }
        List<Span> spans = new ArrayList<>();
        int previous = -1;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            int flag = Invisible.flagEnd(text, i);
            int end = flag > 0 ? flag : i + Character.charCount(c);
            int next = end < text.length() ? text.codePointAt(end) : -1;
            String rule = flag > 0 ? null : Invisible.rule(previous, c, next);
            if (rule != null) {
                add(spans, rule, i, end);
            }
            previous = c;
            i = end;
        }
        return spans;
    }

    @Override
    public boolean mayBeIn(String json) {
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
    private static void add(List<Span> spans, String rule, int start, int end) {
        int last = spans.size() - 1;
        int from = start;
        if (last >= 0
                && spans.get(last).end() == start
                && spans.get(last).rule().equals(rule)) {
            from = spans.remove(last).start();
        }
        spans.add(new Span(rule, from, end, ""));
    }

    /** The text without what is hidden. */
    public String stripped(String text) {
        return Span.replaced(text, find(text), span -> "");
    }

    /** What a span of this rule hides, for a person to read. */
    static String detail(String text, Span span) {
        int count = text.codePointCount(span.start(), span.end());
        String hidden = Invisible.spelled(text, span.start(), span.end());
        return count + (count == 1 ? " character" : " characters") + " that cannot be seen"
                + (hidden.isEmpty()
                        ? ", the first is " + Invisible.named(text.codePointAt(span.start()))
                        : ", which spell \"" + hidden + "\"");
    }
}
