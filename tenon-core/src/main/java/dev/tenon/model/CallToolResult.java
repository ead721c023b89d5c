package dev.tenon.model;

import dev.tenon.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a tool says (server features, tools).
 *
 * @param content for models and people; may be empty
 * @param structuredContent for programs: any JSON value in 2026-07-28, before that only an object is carried; null for
 *     none, which is not the JSON value {@code null}
 * @param isError whether the call failed, in a way that a model may be able to mend
 * @param meta {@code _meta}
 */
public record CallToolResult(
        List<Content> content, @Nullable Json structuredContent, boolean isError, Meta meta) implements Result {

    public CallToolResult {
        content = List.copyOf(content);
    }

    /** Content of any kind. */
    public static CallToolResult of(Content... content) {
        return new CallToolResult(List.of(content), null, false, Meta.EMPTY);
    }

    /** A text. */
    public static CallToolResult text(String text) {
        return of(Content.text(text));
    }

    /** A structured value, and the same as text for clients that read only text. */
    public static CallToolResult structured(Json value) {
        return text(value.toString()).withStructuredContent(value);
    }

    /** A failure, in words that help a model to do better. */
    public static CallToolResult error(String text) {
        return new CallToolResult(List.of(Content.text(text)), null, true, Meta.EMPTY);
    }

    /** With a structured value; the content stays as it is. */
    public CallToolResult withStructuredContent(@Nullable Json changed) {
        return new CallToolResult(content, changed, isError, meta);
    }

    /** With other content. */
    public CallToolResult withContent(List<Content> changed) {
        return new CallToolResult(changed, structuredContent, isError, meta);
    }

    /** With {@code _meta}. */
    public CallToolResult withMeta(Meta changed) {
        return new CallToolResult(content, structuredContent, isError, changed);
    }
}
