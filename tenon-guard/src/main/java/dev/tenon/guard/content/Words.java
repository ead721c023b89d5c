package dev.tenon.guard.content;

import java.util.Locale;

/** The words of a text, one after the other: in lower case, without apostrophes and without what is hidden in them. */
final class Words {
    private static final int LONGEST = 32;
    /** The bit in which small letters differ from capital ones. */
    private static final int LOWER = 0x20;

    private final String text;
    private int at;
    private int start;
    /** Of a word of plain ASCII, which is not made before it is wanted; else -1. */
    private int plainLength = -1;

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
            plainLength = Math.min(end - start, LONGEST);
            at = end;
            return true;
        }
        plainLength = -1;
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

    /** What plain words that are alike at a glance have in common: their first letter and their length. */
    static int glance(char first, int length) {
        return (first | LOWER) * LONGEST + Math.min(length, LONGEST);
    }

    /** The {@link #glance} at a word of plain ASCII; -1 at another, which may be any. */
    int glance() {
        return plainLength < 0 ? -1 : glance(text.charAt(start), plainLength);
    }

    String word() {
        return plainLength < 0
                ? word
                : text.substring(start, start + plainLength).toLowerCase(Locale.ROOT);
    }

    int start() {
        return start;
    }

    int end() {
        return at;
    }
}
