package dev.tenon.transport;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks for the ends of lines eight bytes at a time. */
final class LineFeed {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LINE_FEEDS = ONES * '\n';
    private static final long CARRIAGE_RETURNS = ONES * '\r';

    private LineFeed() {}

    /** The offset of the first line feed from {@code at}, or {@code to}. */
    static int in(byte[] b, int at, int to) {
        int i = at;
        while (i + 8 <= to && hasNone((long) LONGS.get(b, i), LINE_FEEDS)) {
            i += 8;
        }
        while (i < to && b[i] != '\n') {
            i++;
        }
        return i;
    }

    /** The offset of the first line feed or carriage return from {@code at}, or {@code to}. */
    static int orReturnIn(byte[] b, int at, int to) {
        int i = at;
        while (i + 8 <= to && hasNone((long) LONGS.get(b, i))) {
            i += 8;
        }
        while (i < to && b[i] != '\n' && b[i] != '\r') {
            i++;
        }
        return i;
    }

    private static boolean hasNone(long word) {
        return hasNone(word, LINE_FEEDS) && hasNone(word, CARRIAGE_RETURNS);
    }

    /** A byte that was one of these is zero now, and gets its high bit from the one that is taken from it. */
    private static boolean hasNone(long word, long of) {
        long other = word ^ of;
        return (other - ONES & ~other & HIGH_BITS) == 0;
    }
}
