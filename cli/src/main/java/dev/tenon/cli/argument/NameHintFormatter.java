package dev.tenon.cli.argument;

import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.schema.NameSuggester;
import java.util.Collection;
import java.util.List;

/** Formats hints for unknown names. */
public final class NameHintFormatter {
    private static final int MAX_NAMES = 12;

    private NameHintFormatter() {}

    /** Returns a sentence for the end of an error message: the most similar name, or the available names. */
    public static String format(String name, Collection<String> names) {
        if (names.isEmpty()) {
            return "None are available.";
        }
        String suggestion = NameSuggester.suggest(name, names);
        if (suggestion != null) {
            return "Did you mean '" + TextEscaper.escapeLine(suggestion) + "'?";
        }
        List<String> shown =
                names.stream().limit(MAX_NAMES).map(TextEscaper::escapeLine).toList();
        int more = names.size() - shown.size();
        return "Available: " + String.join(", ", shown) + (more > 0 ? " and " + more + " more" : "") + ".";
    }
}
