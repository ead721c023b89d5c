package dev.tenon.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The names of members that were seen lately, so that those which come in every message are made into strings once.
 * Bounded, and shared without locks: a string that two threads make at once is made twice, and that is all. All of the
 * process share them, as they hold at most {@value #SLOTS} names of up to {@value #MAX_NAME_BYTES} bytes, and depend on
 * nothing else.
 */
final class MemberNameCache {
    private static final int SLOTS = 1024;
    private static final int MAX_NAME_BYTES = 48;
    private static final CachedName NONE = new CachedName(new byte[0], "");
    private static final CachedName[] CACHE = new CachedName[SLOTS];

    static {
        Arrays.fill(CACHE, NONE);
    }

    /** A name, and the text that it is made from. */
    private record CachedName(byte[] text, String name) {}

    private MemberNameCache() {}

    /** The name whose text, without quotes and escapes, stands there. */
    static String intern(byte[] b, int from, int to) {
        int length = to - from;
        if (length == 0 || length > MAX_NAME_BYTES) {
            return new String(b, from, length, StandardCharsets.UTF_8);
        }
        int slot = slotOf(b, from, to);
        CachedName seen = CACHE[slot];
        if (Arrays.equals(seen.text, 0, seen.text.length, b, from, to)) {
            return seen.name;
        }
        byte[] text = Arrays.copyOfRange(b, from, to);
        CachedName known = new CachedName(text, new String(text, StandardCharsets.UTF_8));
        CACHE[slot] = known;
        return known.name;
    }

    /** A few bytes tell names apart well enough; two that share a slot take turns in it. */
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
