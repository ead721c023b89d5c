package dev.tenon.schema;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Suggests the name that was probably meant when an unknown name was given. */
public final class NameSuggester {
    private static final int MAX_NAME_CHARS = 64;

    private NameSuggester() {}

    /**
     * Returns the candidate with the fewest edits to the name, or null when no candidate is close enough. The limit is
     * one edit for names of 3 characters, two from 4, three from 9. Case and separators ({@code _}, {@code -}, space)
     * are ignored. Names of more than 64 characters are not compared.
     */
    public static @Nullable String suggest(String name, Collection<String> candidates) {
        String best = null;
        // Two swapped letters count as two edits, so names of four characters already allow two.
        int fewest = 1 + (name.length() < 4 ? name.length() / 3 : Math.max(2, Math.min(3, name.length() / 3)));
        String normalizedName = normalize(name);
        for (String candidate : candidates) {
            if (name.length() > MAX_NAME_CHARS || candidate.length() > MAX_NAME_CHARS) {
                continue;
            }
            int edits = editDistance(normalizedName, normalize(candidate));
            if (edits < fewest) {
                fewest = edits;
                best = candidate;
            }
        }
        return best;
    }

    private static String normalize(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "").replace(" ", "");
    }

    /** Returns the Levenshtein distance: the characters to replace, insert or delete. */
    private static int editDistance(String a, String b) {
        int[] row = new int[b.length() + 1];
        Arrays.setAll(row, j -> j);
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replace, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
