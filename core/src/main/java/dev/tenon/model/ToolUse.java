package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;

/**
 * A request of the model to use a tool (2025-11-25 and later, sampling).
 *
 * @param id identifies this use in its result
 * @param name the name of the tool
 * @param input the arguments, an object
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record ToolUse(String id, String name, Json input, Meta meta) implements SamplingContent {
    public ToolUse {
        Preconditions.requireObject("input", input);
    }

    /** Creates a tool use without {@code _meta}. */
    public static ToolUse of(String id, String name, Json input) {
        return new ToolUse(id, name, input, Meta.EMPTY);
    }

    /** Returns a copy with {@code _meta}. */
    public ToolUse withMeta(Meta changed) {
        return new ToolUse(id, name, input, changed);
    }
}
