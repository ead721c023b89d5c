package dev.tenon.guard.content;

import java.util.Locale;

/** The words of a text, one after the other: in lower case, without apostrophes and without what is hidden in them. */
final class Words {
    private static final int LONGEST = 32;

    private final String text;
    private int at;
    private int start;
    private String word = "";

    Words(String text) {
        this.text = text;
    }

    /** Goes to the next word; false when there is none. */
    boolean next() {
        while (at < text.length() && !isPart(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        start = at;
        int end = plainEnd();
        if (end > start) {
            word = text.substring(start, Math.min(end, start + LONGEST)).toLowerCase(Locale.ROOT);
            at = end;
            return true;
        }
        StringBuilder letters = new StringBuilder();
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (isPart(c)) {
                if (letters.length() < LONGEST) {
                    letters.appendCodePoint(c);
                }
            } else if (c != '\'' && c != 0x2019 && Invisible.rule('a', c, 'a') == null) {
                break;
            }
            at += Character.charCount(c);
        }
        word = letters.toString().toLowerCase(Locale.ROOT);
        return !word.isEmpty();
    }

    /** Where a word of ASCII ends that such a character ends as well; -1 when it is another one, which is read with more care. */
    private int plainEnd() {
        int i = at;
        while (i < text.length() && isPlain(text.charAt(i))) {
            i++;
        }
        boolean ends = i == text.length() || text.charAt(i) >= ' ' && text.charAt(i) < 0x7F && text.charAt(i) != '\'';
        return ends ? i : -1;
    }

    private static boolean isPlain(char c) {
        return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    private static boolean isPart(int c) {
        return c == '_' || Character.isLetterOrDigit(c);
    }

    String word() {
        return word;
    }

    int start() {
        return start;
    }

    int end() {
        return at;
    }
}
