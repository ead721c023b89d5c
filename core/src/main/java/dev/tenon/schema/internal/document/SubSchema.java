package dev.tenon.schema.internal.document;

import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A schema within a document, with the subschemas that it applies to the same value. */
public final class SubSchema {
    public final String pointer;
    public final Json json;
    final SchemaResource resource;

    /** Subschemas that are applied to the same value as this one. */
    final List<SubSchema> inPlaceSubschemas = new ArrayList<>();

    /** The target of {@code $ref}; null without one. */
    @Nullable public SubSchema reference;

    /** The initial target of {@code $dynamicRef}; null without one. */
    @Nullable public SubSchema dynamicReference;

    SubSchema(String pointer, Json json, SchemaResource resource) {
        this.pointer = pointer;
        this.json = json;
        this.resource = resource;
    }
}
