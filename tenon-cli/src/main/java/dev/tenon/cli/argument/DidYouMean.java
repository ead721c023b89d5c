package dev.tenon.cli.argument;

import dev.tenon.cli.screen.Visible;
import dev.tenon.schema.Nearest;
import java.util.Collection;
import java.util.List;

/** Advice for a name that does not exist. */
public final class DidYouMean {
    private static final int MOST_NAMES = 12;

    private DidYouMean() {}

    /** A sentence to put behind "there is no such thing": the name that was meant, or else the names there are. */
    public static String hint(String written, Collection<String> names) {
        if (names.isEmpty()) {
            return "There are none.";
        }
        String meant = Nearest.to(written, names);
        return meant == null
                ? "There are: " + some(List.copyOf(names)) + "."
                : "Did you mean '" + Visible.line(meant) + "'?";
    }

    private static String some(List<String> names) {
        List<String> shown = names.stream().limit(MOST_NAMES).map(Visible::line).toList();
        int more = names.size() - shown.size();
        return String.join(", ", shown) + (more > 0 ? " and " + more + " more" : "");
    }
}
