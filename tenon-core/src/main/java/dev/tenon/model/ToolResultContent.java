package dev.tenon.model;

import dev.tenon.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a model's use of a tool (2025-11-25 and later, sampling).
 *
 * @param toolUseId the id of the use
 * @param content what the tool said
 * @param structuredContent what it said to programs, or null; before 2026-07-28 only an object is carried
 * @param isError whether it failed
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record ToolResultContent(
        String toolUseId, List<Content> content, @Nullable Json structuredContent, boolean isError, Meta meta)
        implements SamplingContent {
    public ToolResultContent {
        content = List.copyOf(content);
    }

    /** With what it said to programs. */
    public ToolResultContent withStructuredContent(@Nullable Json changed) {
        return new ToolResultContent(toolUseId, content, changed, isError, meta);
    }

    /** With {@code _meta}. */
    public ToolResultContent withMeta(Meta changed) {
        return new ToolResultContent(toolUseId, content, structuredContent, isError, changed);
    }

    /** What came of the use with that id. */
    public static ToolResultContent of(String toolUseId, Content... content) {
        return new ToolResultContent(toolUseId, List.of(content), null, false, Meta.EMPTY);
    }

    /** Why the use with that id failed. */
    public static ToolResultContent error(String toolUseId, String text) {
        return new ToolResultContent(toolUseId, List.of(Content.text(text)), null, true, Meta.EMPTY);
    }
}
