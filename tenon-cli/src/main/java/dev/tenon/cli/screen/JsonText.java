package dev.tenon.cli.screen;

import dev.tenon.json.Json;

/** JSON as text for a screen or a script: every digit and every member as it came, and nothing hidden. */
public final class JsonText {
    private static final String STEP = "  ";

    private final StringBuilder out = new StringBuilder();
    private final boolean indented;
    private int depth;

    private JsonText(boolean indented) {
        this.indented = indented;
    }

    /** On one line, without blanks. */
    public static String compact(Json json) {
        return new JsonText(false).write(json.toString());
    }

    /** In lines, indented by two blanks. */
    public static String indented(Json json) {
        return new JsonText(true).write(json.toString());
    }

    private String write(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> i = string(text, i);
                case '{', '[' -> i = open(text, i);
                case '}', ']' -> {
                    depth--;
                    newLine();
                    out.append(c);
                }
                case ',' -> {
                    out.append(c);
                    newLine();
                }
                case ':' -> out.append(indented ? ": " : ":");
                case ' ', '\t', '\r', '\n' -> {
                    // Blanks between values are ours.
                }
                default -> out.append(c);
            }
        }
        return out.toString();
    }

    /** An array or object; where it has nothing in it, it is closed at once. */
    private int open(String text, int start) {
        out.append(text.charAt(start));
        int next = start + 1;
        while (Character.isWhitespace(text.charAt(next))) {
            next++;
        }
        char c = text.charAt(next);
        if (c == '}' || c == ']') {
            out.append(c);
            return next;
        }
        depth++;
        newLine();
        return next - 1;
    }

    private void newLine() {
        if (indented) {
            out.append('\n').append(STEP.repeat(depth));
        }
    }

    /** Copies a string, and returns where it ends. */
    private int string(String text, int start) {
        out.append('"');
        for (int i = start + 1; ; i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                out.append(c).append(text.charAt(++i));
            } else if (c == '"') {
                out.append(c);
                return i;
            } else {
                i += letter(text.codePointAt(i)) - 1;
            }
        }
    }

    private int letter(int c) {
        if (Visible.isHidden(c)) {
            for (char half : Character.toChars(c)) {
                out.append(String.format("\\u%04x", (int) half));
            }
        } else {
            out.appendCodePoint(c);
        }
        return Character.charCount(c);
    }
}
