package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tool (server features, tools).
 *
 * @param name its name, unique in a server; 1 to 128 characters of {@code A-Z a-z 0-9 _ - .} are recommended
 * @param inputSchema the schema of its arguments, whose type is object
 * @param title the display name, or null (from 2025-06-18 on)
 * @param description a description for users and models, or null
 * @param outputSchema the schema of its structured results, or null (from 2025-06-18 on; before 2026-07-28 only if its
 *     type is object)
 * @param annotations hints about its behaviour, or null (from 2025-03-26 on)
 * @param icons icons (from 2025-11-25 on)
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record Tool(
        String name,
        Json inputSchema,
        @Nullable String title,
        @Nullable String description,
        @Nullable Json outputSchema,
        @Nullable ToolAnnotations annotations,
        List<Icon> icons,
        Meta meta) {
    private static final Json NO_ARGUMENTS = Json.parse("{\"type\":\"object\",\"additionalProperties\":false}");

    public Tool {
        Preconditions.requireNotBlank("name", name);
        String type = Preconditions.requireObject("inputSchema", inputSchema).string("type");
        Preconditions.require("object".equals(type), "inputSchema must have \"type\": \"object\" at its root");
        if (outputSchema != null) {
            Preconditions.requireObject("outputSchema", outputSchema);
        }
        icons = List.copyOf(icons);
    }

    /** Creates a tool with a schema of its arguments. */
    public static Tool of(String name, Json inputSchema) {
        return new Tool(name, inputSchema, null, null, null, null, List.of(), Meta.EMPTY);
    }

    /** Returns a copy with a display name. */
    public Tool withTitle(@Nullable String changed) {
        return new Tool(name, inputSchema, changed, description, outputSchema, annotations, icons, meta);
    }

    /** Returns a copy with a description. */
    public Tool withDescription(@Nullable String changed) {
        return new Tool(name, inputSchema, title, changed, outputSchema, annotations, icons, meta);
    }

    /** Returns a copy with a schema of its structured results. */
    public Tool withOutputSchema(@Nullable Json changed) {
        return new Tool(name, inputSchema, title, description, changed, annotations, icons, meta);
    }

    /** Returns a copy with hints about its behaviour. */
    public Tool withAnnotations(@Nullable ToolAnnotations changed) {
        return new Tool(name, inputSchema, title, description, outputSchema, changed, icons, meta);
    }

    /** Returns a copy with icons. */
    public Tool withIcons(List<Icon> changed) {
        return new Tool(name, inputSchema, title, description, outputSchema, annotations, changed, meta);
    }

    /** Returns a copy with {@code _meta}. */
    public Tool withMeta(Meta changed) {
        return new Tool(name, inputSchema, title, description, outputSchema, annotations, icons, changed);
    }

    /** Creates a tool without arguments. */
    public static Tool of(String name) {
        return of(name, NO_ARGUMENTS);
    }
}
