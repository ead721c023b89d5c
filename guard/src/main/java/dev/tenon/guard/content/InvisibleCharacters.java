package dev.tenon.guard.content;

import org.jspecify.annotations.Nullable;

/** Decides which characters are hidden, given their neighbours. */
final class InvisibleCharacters {
    private static final int BLACK_FLAG = 0x1F3F4;
    private static final int TAG_END = 0xE007F;
    private static final int MAX_FLAG_LENGTH = 8;
    private static final int MAX_DECODED_LENGTH = 120;

    private InvisibleCharacters() {}

    /**
     * Returns the rule that a character violates between these neighbours, -1 for none; null if it is visible or
     * legitimate.
     */
    static @Nullable String violatedRule(int previous, int c, int next) {
        if (c < 0x7F) {
            return c < 0x20 && c != '\t' && c != '\n' && c != '\r' ? "hidden.control" : null;
        }
        if (c <= 0x9F) {
            return "hidden.control";
        }
        if (c >= 0xE0000 && c <= TAG_END) {
            return "hidden.tags";
        }
        if ((c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069)) {
            return "hidden.bidi";
        }
        if (isVariationSelector(c)) {
            return hasVariants(previous, c) ? null : "hidden.variation";
        }
        if (c == 0x200C || c == 0x200D) {
            return isJoinable(previous) && isJoinable(next) ? null : "hidden.zero-width";
        }
        return isZeroWidth(c) ? "hidden.zero-width" : null;
    }

    private static boolean isZeroWidth(int c) {
        return switch (c) {
            case 0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B, 0x3164, 0xFEFF, 0xFFA0 -> true;
            default -> (c >= 0x2060 && c <= 0x2065) || (c >= 0x206A && c <= 0x206F) || (c >= 0xFFF9 && c <= 0xFFFB);
        };
    }

    private static boolean isVariationSelector(int c) {
        return (c >= 0xFE00 && c <= 0xFE0F)
                || (c >= 0xE0100 && c <= 0xE01EF)
                || (c >= 0x180B && c <= 0x180D)
                || c == 0x180F;
    }

    /**
     * Returns whether a character has variants: a symbol, a keycap, an ideograph or a Mongolian letter, followed by one
     * selector.
     */
    private static boolean hasVariants(int previous, int selector) {
        if (previous < 0 || isVariationSelector(previous) || isZeroWidth(previous)) {
            return false;
        }
        if (selector >= 0xE0100) {
            return Character.isIdeographic(previous);
        }
        if (selector < 0xFE00) {
            return Character.UnicodeScript.of(previous) == Character.UnicodeScript.MONGOLIAN;
        }
        boolean keycap = (previous >= '0' && previous <= '9') || previous == '#' || previous == '*';
        return keycap || Character.isIdeographic(previous) || (previous > 0x7F && !Character.isLetterOrDigit(previous));
    }

    /**
     * Returns whether joiners are meaningful next to this character: an emoji, or a letter of a script that joins
     * letters.
     */
    private static boolean isJoinable(int c) {
        return c >= 0x300 && !isZeroWidth(c) && c != 0x200C && c != 0x200D && (c < 0xE0000 || c > 0xE0FFF);
    }

    /**
     * Returns the end of a flag that begins here and is spelled with tags, such as that of Scotland; -1 if there is
     * none.
     */
    static int findTagFlagEnd(String text, int start) {
        if (text.codePointAt(start) != BLACK_FLAG) {
            return -1;
        }
        int at = start + 2;
        for (int n = 0; n < MAX_FLAG_LENGTH && at < text.length(); n++) {
            int c = text.codePointAt(at);
            at += Character.charCount(c);
            if (c == TAG_END) {
                return n >= 3 ? at : -1;
            }
            boolean letter = (c >= 0xE0061 && c <= 0xE007A) || (c >= 0xE0030 && c <= 0xE0039);
            if (!letter) {
                return -1;
            }
        }
        return -1;
    }

    /** Returns the ASCII text that tags or variation selectors spell; may be empty. */
    static String decodeHiddenAscii(String text, int start, int end) {
        StringBuilder decoded = new StringBuilder();
        for (int i = start; i < end && decoded.length() < MAX_DECODED_LENGTH; ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            int plain =
                    c >= 0xE0100 && c <= 0xE01EF ? c - 0xE0100 + 16 : c >= 0xE0000 && c < TAG_END ? c - 0xE0000 : -1;
            if (plain >= 0x20 && plain < 0x7F) {
                decoded.append((char) plain);
            }
        }
        return decoded.toString();
    }

    /** Describes a character by its code point and name. */
    static String describe(int c) {
        String name = Character.getName(c);
        return String.format("U+%04X", c) + (name == null ? "" : " " + name);
    }
}
