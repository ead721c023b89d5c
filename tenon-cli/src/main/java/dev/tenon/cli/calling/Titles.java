package dev.tenon.cli.calling;

import dev.tenon.cli.screen.Visible;
import org.jspecify.annotations.Nullable;

/** What a thing is, in one line. */
final class Titles {
    private Titles() {}

    /** The first line of its description, or else its title, or nothing. */
    static String of(@Nullable String description, @Nullable String title) {
        String first = description == null ? "" : Visible.firstLine(description);
        return !first.isEmpty() || title == null ? first : Visible.line(title);
    }
}
