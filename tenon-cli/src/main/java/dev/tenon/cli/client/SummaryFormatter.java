package dev.tenon.cli.client;

import dev.tenon.cli.terminal.TextEscaper;
import org.jspecify.annotations.Nullable;

/** What a thing is, in one line. */
final class SummaryFormatter {
    private SummaryFormatter() {}

    /** The first line of its description, or else its title, or nothing. */
    static String summarize(@Nullable String description, @Nullable String title) {
        String first = description == null ? "" : TextEscaper.escapeFirstLine(description);
        return !first.isEmpty() || title == null ? first : TextEscaper.escapeLine(title);
    }
}
