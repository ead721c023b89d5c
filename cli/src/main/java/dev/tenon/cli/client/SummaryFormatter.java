package dev.tenon.cli.client;

import dev.tenon.cli.terminal.TextEscaper;
import org.jspecify.annotations.Nullable;

/** Formats one-line summaries. */
final class SummaryFormatter {
    private SummaryFormatter() {}

    /** Returns the first line of the description, otherwise the title, otherwise an empty string. */
    static String summarize(@Nullable String description, @Nullable String title) {
        String first = description == null ? "" : TextEscaper.escapeFirstLine(description);
        return !first.isEmpty() || title == null ? first : TextEscaper.escapeLine(title);
    }
}
