package dev.tenon.cli.argument;

import dev.tenon.cli.screen.Visible;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What somebody may have meant who wrote a name that is none. */
public final class Nearest {
    private static final int MOST_NAMES = 12;

    private Nearest() {}

    /** A sentence to put behind "there is no such thing": the name that was meant, or else the names there are. */
    public static String hint(String written, Collection<String> names) {
        if (names.isEmpty()) {
            return "There are none.";
        }
        return to(written, names)
                .map(name -> "Did you mean '" + Visible.line(name) + "'?")
                .orElseGet(() -> "There are: " + some(List.copyOf(names)) + ".");
    }

    private static String some(List<String> names) {
        List<String> shown = names.stream().limit(MOST_NAMES).map(Visible::line).toList();
        int more = names.size() - shown.size();
        return String.join(", ", shown) + (more > 0 ? " and " + more + " more" : "");
    }

    /** The name that is so like it that it may have been meant. */
    static Optional<String> to(String written, Collection<String> names) {
        // Two letters that have changed places count as two, which a short name does not have to lose.
        int near = written.length() < 4 ? 1 : Math.max(2, written.length() / 3);
        return names.stream()
                .filter(name -> distance(written, name) <= near)
                .min(Comparator.comparingInt(name -> distance(written, name)));
    }

    /** How many letters have to be changed, put in or left out (Levenshtein). */
    private static int distance(String one, String other) {
        String a = one.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[] before = new int[b.length() + 1];
        for (int j = 0; j < before.length; j++) {
            before[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] now = new int[before.length];
            now[0] = i;
            for (int j = 1; j < now.length; j++) {
                int change = before[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                now[j] = Math.min(change, 1 + Math.min(before[j], now[j - 1]));
            }
            before = now;
        }
        return before[b.length()];
    }
}
