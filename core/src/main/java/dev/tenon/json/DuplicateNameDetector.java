package dev.tenon.json;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Detects duplicate member names of one object while it is parsed. Most objects are small, so up to 8 names are
 * compared one by one in the input bytes. An escape can spell a name differently, so names with escapes are decoded and
 * compared.
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

    /** Adds the name between its quotes; returns false when it is a duplicate. */
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
            // Length and first byte already distinguish most names.
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

    /** Resets the detector for the next object at this depth. */
    void clear() {
        count = 0;
        nameSet = null;
    }
}
