package dev.tenon.cli.argument;

import dev.tenon.cli.screen.Visible;
import dev.tenon.schema.EditDistance;
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

    private static int distance(String one, String other) {
        return EditDistance.between(one.toLowerCase(Locale.ROOT), other.toLowerCase(Locale.ROOT));
    }
}
