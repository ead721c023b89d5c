package dev.tenon.json;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The member names of one object while it is read. Most objects are small: a few names are compared one by one. */
final class Names {
    private static final int FEW = 8;

    private @Nullable String[] few = new String[FEW];
    private @Nullable Set<String> many;
    private int count;

    /** Notes a name; false when it was there already. */
    boolean add(String name) {
        if (many != null) {
            return many.add(name);
        }
        for (int i = 0; i < count; i++) {
            if (name.equals(few[i])) {
                return false;
            }
        }
        if (count == FEW) {
            many = new HashSet<>(Arrays.asList(few));
            return many.add(name);
        }
        few[count++] = name;
        return true;
    }

    /** Ready for the next object at this depth. */
    void clear() {
        count = 0;
        many = null;
    }
}
