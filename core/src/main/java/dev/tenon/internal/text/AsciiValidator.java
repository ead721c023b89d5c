package dev.tenon.internal.text;

/** Validates text for places that allow ASCII only, such as HTTP headers. */
public final class AsciiValidator {
    private AsciiValidator() {}

    /** Returns whether the text contains only printable ASCII characters and spaces. */
    public static boolean isPrintable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }
}
