package dev.tenon.cli.argument;

import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.schema.NameSuggester;
import java.util.Collection;
import java.util.List;

/** Advice for a name that does not exist. */
public final class NameHintFormatter {
    private static final int MAX_NAMES = 12;

    private NameHintFormatter() {}

    /** A sentence to put behind "there is no such thing": the name that was meant, or else the names there are. */
    public static String format(String written, Collection<String> names) {
        if (names.isEmpty()) {
            return "There are none.";
        }
        String meant = NameSuggester.suggest(written, names);
        return meant == null
                ? "There are: " + listNames(List.copyOf(names)) + "."
                : "Did you mean '" + TextEscaper.escapeLine(meant) + "'?";
    }

    private static String listNames(List<String> names) {
        List<String> shown =
                names.stream().limit(MAX_NAMES).map(TextEscaper::escapeLine).toList();
        int more = names.size() - shown.size();
        return String.join(", ", shown) + (more > 0 ? " and " + more + " more" : "");
    }
}
