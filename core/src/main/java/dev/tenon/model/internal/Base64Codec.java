package dev.tenon.model.internal;

import java.util.Base64;

/** Encodes, decodes and validates base64 text (RFC 4648, section 4) as the protocol uses it. */
public final class Base64Codec {
    private Base64Codec() {}

    public static String encode(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    public static byte[] decode(String text) {
        return Base64.getDecoder().decode(text);
    }

    public static void requireBase64(String name, String text) {
        int end = text.length();
        if (end % 4 != 0) {
            throw new IllegalArgumentException(
                    name + " must be base64 with padding: its length is not a multiple of 4");
        }
        while (end > text.length() - 2 && end > 0 && text.charAt(end - 1) == '=') {
            end--;
        }
        for (int i = 0; i < end; i++) {
            if (!isInAlphabet(text.charAt(i))) {
                throw new IllegalArgumentException(name + " must be base64: the character at " + i + " is not");
            }
        }
    }

    private static boolean isInAlphabet(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
    }
}
