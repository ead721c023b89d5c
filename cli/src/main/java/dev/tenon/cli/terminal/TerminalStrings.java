package dev.tenon.cli.terminal;

/** Measures text in terminal columns: some characters take two, some none. */
public final class TerminalStrings {
    private TerminalStrings() {}

    static int width(String text) {
        return text.codePoints().map(TerminalStrings::width).sum();
    }

    private static int width(int c) {
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        return isWide(c) ? 2 : 1;
    }

    /** Returns whether the character is an East Asian letter or an emoji. */
    private static boolean isWide(int c) {
        return c >= 0x1100 && c <= 0x115F
                || c >= 0x2E80 && c <= 0xA4CF && c != 0x303F
                || c >= 0xAC00 && c <= 0xD7A3
                || c >= 0xF900 && c <= 0xFAFF
                || c >= 0xFE30 && c <= 0xFE6F
                || c >= 0xFF00 && c <= 0xFF60
                || c >= 0xFFE0 && c <= 0xFFE6
                || c >= 0x1F300 && c <= 0x1F64F
                || c >= 0x1F900 && c <= 0x1F9FF
                || c >= 0x20000 && c <= 0x3FFFD;
    }

    /** Returns the text padded with blanks to this width. */
    public static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - width(text)));
    }

    /** Returns the text, or its beginning and an ellipsis if it is wider. */
    static String truncate(String text, int width) {
        if (width(text) <= width) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        int used = 1;
        for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
            int c = text.codePointAt(i);
            used += width(c);
            if (used > width) {
                break;
            }
            kept.appendCodePoint(c);
        }
        return kept.toString().stripTrailing() + "…";
    }
}
