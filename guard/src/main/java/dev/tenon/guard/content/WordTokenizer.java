package dev.tenon.guard.content;

import java.util.Locale;

/** Splits a text into words: in lower case, without apostrophes and hidden characters. */
final class WordTokenizer {
    private static final int MAX_WORD_LENGTH = 32;
    /** The bit that distinguishes lower case from upper case letters in ASCII. */
    private static final int LOWER = 0x20;

    private final String text;
    private int position;
    private int start;
    /** The length of the current word if it is plain ASCII, which is only converted on demand; otherwise -1. */
    private int plainLength = -1;

    private String word = "";

    WordTokenizer(String text) {
        this.text = text;
    }

    /** Advances to the next word; returns false at the end. */
    boolean advanceToNextWord() {
        while (position < text.length() && !isWordCharacter(text.codePointAt(position))) {
            position += Character.charCount(text.codePointAt(position));
        }
        start = position;
        int end = findPlainWordEnd();
        if (end > start) {
            plainLength = Math.min(end - start, MAX_WORD_LENGTH);
            position = end;
            return true;
        }
        plainLength = -1;
        StringBuilder letters = new StringBuilder();
        while (position < text.length()) {
            int c = text.codePointAt(position);
            if (isWordCharacter(c)) {
                if (letters.length() < MAX_WORD_LENGTH) {
                    letters.appendCodePoint(c);
                }
            } else if (c != '\'' && c != 0x2019 && InvisibleCharacters.violatedRule('a', c, 'a') == null) {
                break;
            }
            position += Character.charCount(c);
        }
        word = letters.toString().toLowerCase(Locale.ROOT);
        return !word.isEmpty();
    }

    /**
     * Returns the end of a plain ASCII word that is followed by an ASCII character; -1 for any other word, which
     * requires the slower path.
     */
    private int findPlainWordEnd() {
        int i = position;
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

    /** Returns a cheap hash of a plain word: its first letter and its length. */
    static int prefilterKey(char first, int length) {
        return (first | LOWER) * MAX_WORD_LENGTH + Math.min(length, MAX_WORD_LENGTH);
    }

    /** Returns the {@link #prefilterKey(char, int)} of a plain ASCII word; -1 for any other word. */
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
        return position;
    }
}
