package dev.tenon.json;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The member names of one object while it is read. Most objects are small: a few names are compared one by one where
 * they stand. An escape can spell a name in another way, so such names are compared by their meaning.
 */
final class DuplicateNameDetector {
    private static final int MAX_LINEAR_SIZE = 8;

    private final byte[] bytes;
    private final int[] from = new int[MAX_LINEAR_SIZE];
    private final int[] to = new int[MAX_LINEAR_SIZE];
    private int count;
    private @Nullable Set<String> nameSet;

    DuplicateNameDetector(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Notes the name whose text stands there between its quotes; false when it was there already. */
    boolean add(int begin, int end, boolean escaped) {
        if (nameSet == null && (escaped || count == MAX_LINEAR_SIZE)) {
            Set<String> all = new HashSet<>();
            for (int i = 0; i < count; i++) {
                all.add(decodeName(from[i], to[i]));
            }
            nameSet = all;
        }
        if (nameSet != null) {
            return nameSet.add(decodeName(begin, end));
        }
        for (int i = 0; i < count; i++) {
            // Most differ in what is looked at here already.
            if (to[i] - from[i] == end - begin
                    && (end == begin || bytes[from[i]] == bytes[begin])
                    && Arrays.equals(bytes, from[i], to[i], bytes, begin, end)) {
                return false;
            }
        }
        from[count] = begin;
        to[count++] = end;
        return true;
    }

    private String decodeName(int begin, int end) {
        return TrustedJsonScanner.readString(bytes, begin - 1, end + 1);
    }

    /** Ready for the next object at this depth. */
    void clear() {
        count = 0;
        nameSet = null;
    }
}
