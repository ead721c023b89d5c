package dev.tenon.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The members of the outermost objects of a message, kept while it is checked: they are wanted nearly always, and would
 * have to be looked for again. What lies deeper, or in arrays, is found when somebody asks.
 */
final class MemberIndexBuilder {
    /** The message, its params, what is in these, and once more. */
    private static final int MAX_DEPTH = 4;

    /** In a message with more members than this, those are not kept that nobody may want. */
    private static final int MAX_MEMBERS = 64;

    private final byte[] bytes;
    /** Of the object at each depth; null where there is an array, or members are not kept. */
    private final JsonMembers.@Nullable MembersBuilder[] objects = new JsonMembers.MembersBuilder[MAX_DEPTH + 1];
    /** Of the member that is being read at each depth. */
    private final String[] names = new String[MAX_DEPTH + 1];

    private final int[] starts = new int[MAX_DEPTH + 2];
    private int members;
    private @Nullable Json document;

    MemberIndexBuilder(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The whole, when it is an object or array that has been read to its end. */
    @Nullable Json document() {
        return document;
    }

    /** An object or array begins there, which is what is that deep now. */
    void openContainer(int depth, boolean object, int at) {
        if (depth <= MAX_DEPTH) {
            objects[depth] = object && (depth == 1 || isIndexed(depth - 1)) ? new JsonMembers.MembersBuilder() : null;
        }
        if (depth <= MAX_DEPTH + 1) {
            starts[depth] = at;
        }
    }

    /** What is that deep ends there. */
    void closeContainer(int depth, int end) {
        if (depth > 1 && !isIndexed(depth - 1)) {
            return;
        }
        JsonMembers.MembersBuilder gathered = depth <= MAX_DEPTH ? objects[depth] : null;
        Json whole =
                Json.ofValidated(bytes, starts[depth], end - starts[depth], gathered == null ? null : gathered.build());
        if (depth == 1) {
            document = whole;
        } else {
            addMember(depth - 1, whole);
        }
    }

    /** The object at that depth goes on with a member of this name, which stands there between its quotes. */
    void startMember(int depth, int from, int to, boolean escaped) {
        if (isIndexed(depth)) {
            names[depth] = escaped
                    ? TrustedJsonScanner.readString(bytes, from - 1, to + 1)
                    : MemberNameCache.intern(bytes, from, to);
        }
    }

    /** A text, number or literal in what is that deep. */
    void addScalar(int depth, int from, int to) {
        if (isIndexed(depth)) {
            addMember(depth, Json.ofValidated(bytes, from, to - from));
        }
    }

    private void addMember(int depth, Json value) {
        JsonMembers.MembersBuilder object = objects[depth];
        if (object != null && ++members <= MAX_MEMBERS) {
            object.add(names[depth], value);
        } else {
            // Of what is open now nothing is kept, nor of what opens in it.
            Arrays.fill(objects, null);
        }
    }

    private boolean isIndexed(int depth) {
        return depth >= 1 && depth <= MAX_DEPTH && objects[depth] != null;
    }
}
