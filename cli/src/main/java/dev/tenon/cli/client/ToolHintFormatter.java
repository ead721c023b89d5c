package dev.tenon.cli.client;

import dev.tenon.model.ToolAnnotations;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Formats the behaviour hints of a tool; undeclared hints are left out. */
final class ToolHintFormatter {
    private ToolHintFormatter() {}

    static String describe(@Nullable ToolAnnotations annotations) {
        if (annotations == null) {
            return "";
        }
        List<String> words = new ArrayList<>();
        if (annotations.isReadOnly()) {
            words.add("reads only");
        } else if (annotations.destructiveHint() != null) {
            words.add(annotations.isDestructive() ? "may destroy" : "destroys nothing");
        }
        if (annotations.idempotentHint() != null && annotations.idempotentHint() && !annotations.isReadOnly()) {
            words.add("repeatable");
        }
        if (annotations.openWorldHint() != null) {
            words.add(annotations.isOpenWorld() ? "open world" : "closed world");
        }
        return String.join(", ", words);
    }
}
