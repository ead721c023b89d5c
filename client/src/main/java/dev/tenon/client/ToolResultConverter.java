package dev.tenon.client;

import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.ToolFailedException;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonBindingException;
import dev.tenon.json.JsonException;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.TextContent;
import java.util.stream.Collectors;

/** Converts the result of a tool to a Java value. */
final class ToolResultConverter {
    private ToolResultConverter() {}

    static <T> T convert(CallToolResult result, String name, Class<T> type) {
        String text = joinText(result);
        if (result.isError()) {
            throw new ToolFailedException(text.isEmpty() ? "The tool failed without a message" : text, result);
        }
        Json structured = result.structuredContent();
        try {
            if (structured == null && type == String.class) {
                return type.cast(text);
            }
            return (structured == null ? Json.parse(text) : structured).mapTo(type);
        } catch (JsonException e) {
            throw new InvalidResponseException("Tool " + Excerpts.quote(name)
                    + " returned no structured content, and its text is not JSON for type " + type.getSimpleName()
                    + ": " + e.getMessage());
        } catch (JsonBindingException e) {
            throw new InvalidResponseException("The result of tool " + Excerpts.quote(name) + " cannot be converted to "
                    + type.getSimpleName() + ": " + e.getMessage());
        }
    }

    private static String joinText(CallToolResult result) {
        return result.content().stream()
                .filter(TextContent.class::isInstance)
                .map(content -> ((TextContent) content).text())
                .collect(Collectors.joining("\n"));
    }
}
