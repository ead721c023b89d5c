package dev.tenon.cli.terminal;

/** Wraps text to a width. */
public final class LineWrapper {
    private LineWrapper() {}

    /**
     * Returns the text with each line indented, and with lines that are too wide broken between words. In all lines, it
     * removes spaces at both ends and replaces several spaces by one. A word that is wider than the line is not broken.
     */
    public static String wrap(String text, int width, String indent) {
        StringBuilder wrapped = new StringBuilder();
        text.lines().forEach(line -> {
            if (wrapped.length() > 0) {
                wrapped.append('\n');
            }
            wrapped.append(wrapLine(line, width, indent));
        });
        return wrapped.toString();
    }

    private static String wrapLine(String line, int width, String indent) {
        StringBuilder wrapped = new StringBuilder(indent);
        int column = indent.length();
        for (String word : line.strip().split(" +", -1)) {
            int wide = TerminalStrings.width(word);
            if (column > indent.length()) {
                if (column + 1 + wide > width) {
                    wrapped.append('\n').append(indent);
                    column = indent.length();
                } else {
                    wrapped.append(' ');
                    column++;
                }
            }
            wrapped.append(word);
            column += wide;
        }
        return wrapped.toString().stripTrailing();
    }
}
