package dev.tenon.client.internal.link;

/** Text of strangers in messages of ours: what would steer a terminal, or cannot be seen, is made visible. */
final class Printable {
    private Printable() {}

    static String of(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (isHidden(c)) {
                shown.append(String.format("\\u%04x", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }

    private static boolean isHidden(int c) {
        return c != '\t'
                && switch (Character.getType(c)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.SURROGATE,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR -> true;
                    default -> false;
                };
    }
}
