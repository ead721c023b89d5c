package dev.tenon.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Scans the text of strings eight bytes at a time. */
final class StringScanner {
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final long EVERY_BYTE_ONE = 0x0101010101010101L;
    static final long HIGH_BITS = 0x8080808080808080L;
    private static final long QUOTES = EVERY_BYTE_ONE * '"';
    private static final long BACKSLASHES = EVERY_BYTE_ONE * '\\';
    private static final long SPACES = EVERY_BYTE_ONE * ' ';

    private StringScanner() {}

    /**
     * Returns the offset of the first byte from {@code at} that is a quote, a backslash or a control character, or
     * {@code to}.
     */
    static int findQuoteBackslashOrControl(byte[] b, int at, int to) {
        int i = at;
        while (i + 8 <= to) {
            long found = findSpecialBytes((long) LONGS.get(b, i));
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
     * Returns the high bits of the special bytes, and possibly of some after the first of them: each term has a high
     * bit set where a byte is zero, or below a space, and borrows from the bytes after it ("Bit Twiddling Hacks", zero
     * in word).
     */
    private static long findSpecialBytes(long word) {
        long quote = word ^ QUOTES;
        long backslash = word ^ BACKSLASHES;
        return ((quote - EVERY_BYTE_ONE & ~quote) | (backslash - EVERY_BYTE_ONE & ~backslash) | (word - SPACES & ~word))
                & HIGH_BITS;
    }
}
