package dev.tenon.model;

import dev.tenon.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a tool call (server features, tools).
 *
 * @param content content for models and users; may be empty
 * @param structuredContent a value for programs: any JSON value in 2026-07-28, an object in older revisions; null if
 *     absent, which differs from the JSON value {@code null}
 * @param isError whether the call failed in a way that the model may be able to correct
 * @param meta {@code _meta}
 */
public record CallToolResult(
        List<Content> content, @Nullable Json structuredContent, boolean isError, Meta meta) implements Result {

    public CallToolResult {
        content = List.copyOf(content);
    }

    /** Creates a result with content. */
    public static CallToolResult of(Content... content) {
        return new CallToolResult(List.of(content), null, false, Meta.EMPTY);
    }

    /** Creates a result with a text. */
    public static CallToolResult text(String text) {
        return of(Content.text(text));
    }

    /** Creates a result with a structured value, and with its JSON text as content for clients that read only text. */
    public static CallToolResult structured(Json value) {
        return text(value.toString()).withStructuredContent(value);
    }

    /** Creates a failed result with a text that helps the model to correct its call. */
    public static CallToolResult error(String text) {
        return new CallToolResult(List.of(Content.text(text)), null, true, Meta.EMPTY);
    }

    /** Returns a copy with a structured value; the content does not change. */
    public CallToolResult withStructuredContent(@Nullable Json changed) {
        return new CallToolResult(content, changed, isError, meta);
    }

    /** Returns a copy with other content. */
    public CallToolResult withContent(List<Content> changed) {
        return new CallToolResult(changed, structuredContent, isError, meta);
    }

    /** Returns a copy with {@code _meta}. */
    public CallToolResult withMeta(Meta changed) {
        return new CallToolResult(content, structuredContent, isError, changed);
    }
}
