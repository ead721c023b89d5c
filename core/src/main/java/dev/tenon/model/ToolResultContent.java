package dev.tenon.model;

import dev.tenon.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a tool use by the model (2025-11-25 and later, sampling).
 *
 * @param toolUseId the id of the {@link ToolUse}
 * @param content the content of the tool result
 * @param structuredContent the value for programs, or null; before 2026-07-28 it must be an object
 * @param isError whether the tool failed
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record ToolResultContent(
        String toolUseId, List<Content> content, @Nullable Json structuredContent, boolean isError, Meta meta)
        implements SamplingContent {
    public ToolResultContent {
        content = List.copyOf(content);
    }

    /** Returns a copy with a structured value. */
    public ToolResultContent withStructuredContent(@Nullable Json changed) {
        return new ToolResultContent(toolUseId, content, changed, isError, meta);
    }

    /** Returns a copy with {@code _meta}. */
    public ToolResultContent withMeta(Meta changed) {
        return new ToolResultContent(toolUseId, content, structuredContent, isError, changed);
    }

    /** Creates the result of a tool use. */
    public static ToolResultContent of(String toolUseId, Content... content) {
        return new ToolResultContent(toolUseId, List.of(content), null, false, Meta.EMPTY);
    }

    /** Creates the result of a failed tool use. */
    public static ToolResultContent error(String toolUseId, String text) {
        return new ToolResultContent(toolUseId, List.of(Content.text(text)), null, true, Meta.EMPTY);
    }
}
