package dev.tenon.schema;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The name that was probably meant. */
public final class Nearest {
    private static final int LONGEST = 64;

    private Nearest() {}

    /**
     * The candidate with the fewest edits to the name, or null when none is near: case and separators do not count, and names of
     * more than 64 characters are not compared.
     */
    public static @Nullable String to(String name, Collection<String> candidates) {
        String best = null;
        int fewest = Math.min(3, name.length() / 3) + 1;
        String plain = plain(name);
        for (String candidate : candidates) {
            if (name.length() > LONGEST || candidate.length() > LONGEST) {
                continue;
            }
            int edits = EditDistance.between(plain, plain(candidate));
            if (edits < fewest) {
                fewest = edits;
                best = candidate;
            }
        }
        return best;
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "").replace(" ", "");
    }
}
