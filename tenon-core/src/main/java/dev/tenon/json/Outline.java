package dev.tenon.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The members of the outermost objects of a message, kept while it is checked: they are wanted nearly always, and would have to
 * be looked for again. What lies deeper, or in arrays, is found when somebody asks.
 */
final class Outline {
    /** The message, its params, what is in these, and once more. */
    private static final int LEVELS = 4;

    /** In a message with more members than this, those are not kept that nobody may want. */
    private static final int MOST_MEMBERS = 64;

    private final byte[] bytes;
    /** Of the object at each depth; null where there is an array, or members are not kept. */
    private final Members.@Nullable Gathering[] objects = new Members.Gathering[LEVELS + 1];
    /** Of the member that is being read at each depth. */
    private final String[] names = new String[LEVELS + 1];

    private final int[] starts = new int[LEVELS + 2];
    private int members;
    private @Nullable Json document;

    Outline(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The whole, when it is an object or array that has been read to its end. */
    @Nullable Json document() {
        return document;
    }

    /** An object or array begins there, which is what is that deep now. */
    void opened(int depth, boolean object, int at) {
        if (depth <= LEVELS) {
            objects[depth] = object && (depth == 1 || keeps(depth - 1)) ? new Members.Gathering() : null;
        }
        if (depth <= LEVELS + 1) {
            starts[depth] = at;
        }
    }

    /** What is that deep ends there. */
    void closed(int depth, int end) {
        if (depth > 1 && !keeps(depth - 1)) {
            return;
        }
        Members.Gathering gathered = depth <= LEVELS ? objects[depth] : null;
        Json whole = Json.trusted(bytes, starts[depth], end - starts[depth], gathered == null ? null : gathered.done());
        if (depth == 1) {
            document = whole;
        } else {
            add(depth - 1, whole);
        }
    }

    /** The object at that depth goes on with a member of this name, which stands there between its quotes. */
    void named(int depth, int from, int to, boolean escaped) {
        if (keeps(depth)) {
            names[depth] = escaped ? TrustedScan.text(bytes, from - 1, to + 1) : KnownNames.of(bytes, from, to);
        }
    }

    /** A text, number or literal in what is that deep. */
    void scalar(int depth, int from, int to) {
        if (keeps(depth)) {
            add(depth, Json.trusted(bytes, from, to - from));
        }
    }

    private void add(int depth, Json value) {
        Members.Gathering object = objects[depth];
        if (object != null && ++members <= MOST_MEMBERS) {
            object.add(names[depth], value);
        } else {
            // Of what is open now nothing is kept, nor of what opens in it.
            Arrays.fill(objects, null);
        }
    }

    private boolean keeps(int depth) {
        return depth >= 1 && depth <= LEVELS && objects[depth] != null;
    }
}
