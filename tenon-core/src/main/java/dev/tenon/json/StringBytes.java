package dev.tenon.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks through the text of strings eight bytes at a time. */
final class StringBytes {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long SPACES = ONES * ' ';

    private StringBytes() {}

    /** The offset of the first byte from {@code at} that is a quote, a backslash or a control character, or {@code to}. */
    static int plainEnd(byte[] b, int at, int to) {
        int i = at;
        while (i + 8 <= to && isPlain((long) LONGS.get(b, i))) {
            i += 8;
        }
        while (i < to && b[i] != '"' && b[i] != '\\' && (b[i] & 0xFF) >= ' ') {
            i++;
        }
        return i;
    }

    /** Each term has a high bit exactly when some byte is zero, or below a space ("Bit Twiddling Hacks", zero in word). */
    private static boolean isPlain(long word) {
        long quote = word ^ QUOTES;
        long backslash = word ^ BACKSLASHES;
        long found = (quote - ONES & ~quote) | (backslash - ONES & ~backslash) | (word - SPACES & ~word);
        return (found & HIGH_BITS) == 0;
    }
}
