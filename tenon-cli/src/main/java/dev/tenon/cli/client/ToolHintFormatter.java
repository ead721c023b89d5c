package dev.tenon.cli.client;

import dev.tenon.model.ToolAnnotations;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a tool says of its behaviour, in words; what it does not say is left out. */
final class ToolHintFormatter {
    private ToolHintFormatter() {}

    static String describe(@Nullable ToolAnnotations said) {
        if (said == null) {
            return "";
        }
        List<String> words = new ArrayList<>();
        if (said.isReadOnly()) {
            words.add("reads only");
        } else if (said.destructiveHint() != null) {
            words.add(said.isDestructive() ? "may destroy" : "destroys nothing");
        }
        if (said.idempotentHint() != null && said.idempotentHint() && !said.isReadOnly()) {
            words.add("repeatable");
        }
        if (said.openWorldHint() != null) {
            words.add(said.isOpenWorld() ? "open world" : "closed world");
        }
        return String.join(", ", words);
    }
}
