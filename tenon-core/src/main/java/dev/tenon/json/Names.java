package dev.tenon.json;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The member names of one object while it is read. Most objects are small: a few names are compared one by one where they
 * stand. An escape can spell a name in another way, so such names are compared by their meaning.
 */
final class Names {
    private static final int FEW = 8;

    private final byte[] bytes;
    private final int[] from = new int[FEW];
    private final int[] to = new int[FEW];
    private int count;
    private @Nullable Set<String> many;

    Names(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Notes the name whose text stands there between its quotes; false when it was there already. */
    boolean add(int begin, int end, boolean escaped) {
        if (many == null && (escaped || count == FEW)) {
            Set<String> all = new HashSet<>();
            for (int i = 0; i < count; i++) {
                all.add(name(from[i], to[i]));
            }
            many = all;
        }
        if (many != null) {
            return many.add(name(begin, end));
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

    private String name(int begin, int end) {
        return TrustedScan.text(bytes, begin - 1, end + 1);
    }

    /** Ready for the next object at this depth. */
    void clear() {
        count = 0;
        many = null;
    }
}
