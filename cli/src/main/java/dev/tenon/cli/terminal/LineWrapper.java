package dev.tenon.cli.terminal;

import java.util.stream.Collectors;

/** Wraps text to a width. */
public final class LineWrapper {
    private LineWrapper() {}

    /**
     * Returns the text with each line indented, and with lines that are too wide broken between words. In all lines, it
     * removes spaces at both ends and replaces several spaces by one. A word that is wider than the line is not broken.
     * Empty lines at the beginning are left out.
     */
    public static String wrap(String text, int width, String indent) {
        return text.lines()
                .map(line -> wrapLine(line, width, indent))
                .dropWhile(String::isEmpty)
                .collect(Collectors.joining("\n"));
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
