package dev.tenon.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The names of members that were seen lately, so that those which come in every message are made into strings once. Bounded,
 * and shared without locks: a string that two threads make at once is made twice, and that is all. All of the process share them, as they
 * hold at most {@value #SLOTS} names of up to {@value #LONGEST} bytes, and depend on nothing else.
 */
final class KnownNames {
    private static final int SLOTS = 1024;
    private static final int LONGEST = 48;
    private static final Known NONE = new Known(new byte[0], "");
    private static final Known[] SEEN = new Known[SLOTS];

    static {
        Arrays.fill(SEEN, NONE);
    }

    /** A name, and the text that it is made from. */
    private record Known(byte[] text, String name) {}

    private KnownNames() {}

    /** The name whose text, without quotes and escapes, stands there. */
    static String of(byte[] b, int from, int to) {
        int length = to - from;
        if (length == 0 || length > LONGEST) {
            return new String(b, from, length, StandardCharsets.UTF_8);
        }
        int slot = slot(b, from, to);
        Known seen = SEEN[slot];
        if (Arrays.equals(seen.text, 0, seen.text.length, b, from, to)) {
            return seen.name;
        }
        byte[] text = Arrays.copyOfRange(b, from, to);
        Known known = new Known(text, new String(text, StandardCharsets.UTF_8));
        SEEN[slot] = known;
        return known.name;
    }

    /** A few bytes tell names apart well enough; two that share a slot take turns in it. */
    private static int slot(byte[] b, int from, int to) {
        int middle = from + to >>> 1;
        int hash = to - from;
        hash = 31 * hash + b[from];
        hash = 31 * hash + b[middle];
        hash = 31 * hash + b[(middle + to) >>> 1];
        hash = 31 * hash + b[to - 1];
        return (hash ^ hash >>> 10) & SLOTS - 1;
    }
}
