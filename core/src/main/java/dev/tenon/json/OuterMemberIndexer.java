package dev.tenon.json;

import dev.tenon.json.JsonMemberMap.MembersBuilder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Collects the members of the outermost objects of a message during validation: nearly all messages need them, and
 * parsing again would be slower. Members of deeper objects, and of objects in arrays, are parsed on first access.
 */
final class OuterMemberIndexer {
    /** The message, its params, the members of these, and one more level. */
    private static final int MAX_DEPTH = 4;

    /** The maximum number of indexed members; in larger messages most members may never be needed. */
    private static final int MAX_MEMBERS = 64;

    private final byte[] bytes;
    /** The object at each depth; null for an array, or when members are not indexed. */
    private final @Nullable MembersBuilder[] objects = new MembersBuilder[MAX_DEPTH + 1];
    /** The name of the current member at each depth. */
    private final String[] names = new String[MAX_DEPTH + 1];

    private final int[] starts = new int[MAX_DEPTH + 2];
    private int members;
    /** The whole document, when it is a completely read object or array. */
    @Nullable Json document;

    OuterMemberIndexer(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Starts an object or array at a depth. */
    void openContainer(int depth, boolean object, int at) {
        if (depth <= MAX_DEPTH) {
            objects[depth] = object && (depth == 1 || isIndexed(depth - 1)) ? new MembersBuilder() : null;
        }
        if (depth <= MAX_DEPTH + 1) {
            starts[depth] = at;
        }
    }

    /** Ends the object or array at a depth. */
    void closeContainer(int depth, int end) {
        if (depth > 1 && !isIndexed(depth - 1)) {
            return;
        }
        MembersBuilder builder = depth <= MAX_DEPTH ? objects[depth] : null;
        Json value = new Json(bytes, starts[depth], end - starts[depth], builder == null ? null : builder.build());
        if (depth == 1) {
            document = value;
        } else {
            addMemberOrStopIndexing(depth - 1, value);
        }
    }

    /** Starts a member of the object at a depth; the name is between {@code from} and {@code to}, without quotes. */
    void startMember(int depth, int from, int to, boolean escaped) {
        if (isIndexed(depth)) {
            names[depth] = escaped
                    ? TrustedJsonScanner.readString(bytes, from - 1, to + 1)
                    : MemberNameCache.intern(bytes, from, to);
        }
    }

    /** Adds a string, number or literal to the object at a depth. */
    void addScalar(int depth, int from, int to) {
        if (isIndexed(depth)) {
            addMemberOrStopIndexing(depth, new Json(bytes, from, to - from));
        }
    }

    /**
     * Adds a member to the object at a depth. Beyond {@value #MAX_MEMBERS} members, it ends the indexing of all open
     * objects.
     */
    private void addMemberOrStopIndexing(int depth, Json value) {
        MembersBuilder object = objects[depth];
        if (object != null && ++members <= MAX_MEMBERS) {
            object.addDistinct(names[depth], value);
        } else {
            // Stops indexing the open objects and all objects within them.
            Arrays.fill(objects, null);
        }
    }

    private boolean isIndexed(int depth) {
        return depth >= 1 && depth <= MAX_DEPTH && objects[depth] != null;
    }
}
