package dev.tenon.guard.policy.internal;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Computes the texts that programs may turn a text into: with percent escapes decoded, several times, and with
 * compatibility characters, such as a fullwidth full stop or slash, replaced by their equivalents (NFKC).
 */
public final class TextVariants {
    private static final int MAX_DECODINGS = 4;

    private TextVariants() {}

    /** Returns the text itself, then its variants. */
    public static List<String> of(String text) {
        Set<String> variants = new LinkedHashSet<>();
        String previous = null;
        String current = text;
        for (int round = 0; round <= MAX_DECODINGS && !current.equals(previous); round++) {
            variants.add(current);
            variants.add(Normalizer.normalize(current, Normalizer.Form.NFKC));
            previous = current;
            current = decodePercentEscapes(current);
        }
        return new ArrayList<>(variants);
    }

    /** Returns whether the text is percent-escaped more than four times. */
    public static boolean isOverEscaped(String text) {
        String current = text;
        for (int round = 0; round < MAX_DECODINGS; round++) {
            current = decodePercentEscapes(current);
        }
        return !decodePercentEscapes(current).equals(current);
    }

    /** Returns the text with its percent escapes decoded once; invalid escapes are kept. */
    static String decodePercentEscapes(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = 0;
        for (int i = 0; i < bytes.length; i++) {
            int value = bytes[i] == '%' && i + 2 < bytes.length ? parseHexByte(bytes[i + 1], bytes[i + 2]) : -1;
            bytes[length++] = value < 0 ? bytes[i] : (byte) value;
            i += value < 0 ? 0 : 2;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private static int parseHexByte(byte high, byte low) {
        int a = Character.digit(high, 16);
        int b = Character.digit(low, 16);
        return a < 0 || b < 0 ? -1 : a * 16 + b;
    }
}
