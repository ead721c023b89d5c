package dev.tenon.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Caches recent member names, so that names that occur in every message are decoded once. It is bounded and shared
 * without locks: two threads may create the same string twice, which is harmless. The cache is shared by the whole
 * process, since it holds at most {@value #SLOTS} names of up to {@value #MAX_NAME_BYTES} bytes and has no other state.
 */
final class MemberNameCache {
    private static final int SLOTS = 1024;
    private static final int MAX_NAME_BYTES = 48;
    private static final CachedName NONE = new CachedName(new byte[0], "");
    private static final CachedName[] CACHE = new CachedName[SLOTS];

    static {
        Arrays.fill(CACHE, NONE);
    }

    /** A name and its UTF-8 text. */
    private record CachedName(byte[] text, String name) {}

    private MemberNameCache() {}

    /** Returns the name whose text, without quotes and escapes, is at {@code from} to {@code to}. */
    static String intern(byte[] b, int from, int to) {
        int length = to - from;
        if (length == 0 || length > MAX_NAME_BYTES) {
            return new String(b, from, length, StandardCharsets.UTF_8);
        }
        int slot = slotOf(b, from, to);
        CachedName cached = CACHE[slot];
        if (Arrays.equals(cached.text, 0, cached.text.length, b, from, to)) {
            return cached.name;
        }
        byte[] text = Arrays.copyOfRange(b, from, to);
        CachedName created = new CachedName(text, new String(text, StandardCharsets.UTF_8));
        CACHE[slot] = created;
        return created.name;
    }

    /** A few bytes distinguish names well enough; names with the same slot replace each other. */
    private static int slotOf(byte[] b, int from, int to) {
        int middle = from + to >>> 1;
        int hash = to - from;
        hash = 31 * hash + b[from];
        hash = 31 * hash + b[middle];
        hash = 31 * hash + b[(middle + to) >>> 1];
        hash = 31 * hash + b[to - 1];
        return (hash ^ hash >>> 10) & SLOTS - 1;
    }
}
