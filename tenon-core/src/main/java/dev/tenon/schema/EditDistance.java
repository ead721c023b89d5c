package dev.tenon.schema;

/** How unlike two texts are (Levenshtein). */
public final class EditDistance {
    private EditDistance() {}

    /**
     * How many characters have to be changed, put in or left out to make the one of the other. The time it takes grows with the
     * product of their lengths.
     */
    public static int between(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
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
