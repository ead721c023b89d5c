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
