package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;

/**
 * A model wants a tool to be used (2025-11-25 and later, sampling).
 *
 * @param id names this use, for its result
 * @param name the tool
 * @param input the arguments, an object
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record ToolUse(String id, String name, Json input, Meta meta) implements SamplingContent {
    public ToolUse {
        Preconditions.requireObject("input", input);
    }

    /** A use of a tool. */
    public static ToolUse of(String id, String name, Json input) {
        return new ToolUse(id, name, input, Meta.EMPTY);
    }

    /** With {@code _meta}. */
    public ToolUse withMeta(Meta changed) {
        return new ToolUse(id, name, input, changed);
    }
}
