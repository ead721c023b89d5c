package dev.tenon.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks through the text of strings eight bytes at a time. */
final class StringBytes {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long SPACES = ONES * ' ';

    private StringBytes() {}

    /** The offset of the first byte from {@code at} that is a quote, a backslash or a control character, or {@code to}. */
    static int plainEnd(byte[] b, int at, int to) {
        int i = at;
        while (i + 8 <= to) {
            long found = found((long) LONGS.get(b, i));
            if (found != 0) {
                return i + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            i += 8;
        }
        while (i < to && b[i] != '"' && b[i] != '\\' && (b[i] & 0xFF) >= ' ') {
            i++;
        }
        return i;
    }

    /**
     * The high bits of the bytes that are looked for, and perhaps of some behind the first of them: each term has one where a byte is
     * zero, or below a space, and borrows from what is behind it ("Bit Twiddling Hacks", zero in word).
     */
    private static long found(long word) {
        long quote = word ^ QUOTES;
        long backslash = word ^ BACKSLASHES;
        return ((quote - ONES & ~quote) | (backslash - ONES & ~backslash) | (word - SPACES & ~word)) & HIGH_BITS;
    }
}
