package dev.tenon.guard.content;

import java.util.Locale;

/** The words of a text, one after the other: in lower case, without apostrophes and without what is hidden in them. */
final class WordTokenizer {
    private static final int MAX_WORD_LENGTH = 32;
    /** The bit in which small letters differ from capital ones. */
    private static final int LOWER = 0x20;

    private final String text;
    private int at;
    private int start;
    /** Of a word of plain ASCII, which is not made before it is wanted; else -1. */
    private int plainLength = -1;

    private String word = "";

    WordTokenizer(String text) {
        this.text = text;
    }

    /** Goes to the next word; false when there is none. */
    boolean nextWord() {
        while (at < text.length() && !isWordCharacter(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        start = at;
        int end = findPlainWordEnd();
        if (end > start) {
            plainLength = Math.min(end - start, MAX_WORD_LENGTH);
            at = end;
            return true;
        }
        plainLength = -1;
        StringBuilder letters = new StringBuilder();
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (isWordCharacter(c)) {
                if (letters.length() < MAX_WORD_LENGTH) {
                    letters.appendCodePoint(c);
                }
            } else if (c != '\'' && c != 0x2019 && InvisibleCharacters.violatedRule('a', c, 'a') == null) {
                break;
            }
            at += Character.charCount(c);
        }
        word = letters.toString().toLowerCase(Locale.ROOT);
        return !word.isEmpty();
    }

    /**
     * Where a word of ASCII ends that such a character ends as well; -1 when it is another one, which is read with more
     * care.
     */
    private int findPlainWordEnd() {
        int i = at;
        while (i < text.length() && isPlainWordCharacter(text.charAt(i))) {
            i++;
        }
        boolean ends = i == text.length() || text.charAt(i) >= ' ' && text.charAt(i) < 0x7F && text.charAt(i) != '\'';
        return ends ? i : -1;
    }

    private static boolean isPlainWordCharacter(char c) {
        return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    private static boolean isWordCharacter(int c) {
        return c == '_' || Character.isLetterOrDigit(c);
    }

    /** What plain words that are alike at a glance have in common: their first letter and their length. */
    static int prefilterKey(char first, int length) {
        return (first | LOWER) * MAX_WORD_LENGTH + Math.min(length, MAX_WORD_LENGTH);
    }

    /** The {@link #prefilterKey} at a word of plain ASCII; -1 at another, which may be any. */
    int prefilterKey() {
        return plainLength < 0 ? -1 : prefilterKey(text.charAt(start), plainLength);
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
