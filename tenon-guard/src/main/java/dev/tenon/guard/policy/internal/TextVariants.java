package dev.tenon.guard.policy.internal;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a text may become on its way through programs: percent escapes decoded, several times, and letters that only
 * look like others (a fullwidth full stop or slash) replaced by what they stand for.
 */
public final class TextVariants {
    private static final int MAX_DECODINGS = 4;

    private TextVariants() {}

    /** The text itself first, then what it may become. */
    public static List<String> of(String text) {
        Set<String> forms = new LinkedHashSet<>();
        String now = text;
        for (int round = 0; round <= MAX_DECODINGS; round++) {
            forms.add(now);
            forms.add(Normalizer.normalize(now, Normalizer.Form.NFKC));
            String next = decodePercentEscapes(now);
            if (next.equals(now)) {
                return new ArrayList<>(forms);
            }
            now = next;
        }
        return new ArrayList<>(forms);
    }

    /** Whether the text is escaped more often than anybody has a reason for. */
    public static boolean isOverEscaped(String text) {
        String now = text;
        for (int round = 0; round < MAX_DECODINGS; round++) {
            now = decodePercentEscapes(now);
        }
        return !decodePercentEscapes(now).equals(now);
    }

    /** The text with its percent escapes decoded once; what is no escape stays. */
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
