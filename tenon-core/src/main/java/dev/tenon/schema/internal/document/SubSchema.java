package dev.tenon.schema.internal.document;

import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One schema within a document: where it stands, and which others it applies to the same value. */
public final class SubSchema {
    public final String pointer;
    public final Json json;
    final SchemaResource resource;

    /** Subschemas that are applied to the very value that this one is applied to. */
    final List<SubSchema> inPlace = new ArrayList<>();

    /** What {@code $ref} leads to; null when there is none. */
    @Nullable public SubSchema reference;

    /** What {@code $dynamicRef} leads to at first; null when there is none. */
    @Nullable public SubSchema dynamicReference;

    SubSchema(String pointer, Json json, SchemaResource resource) {
        this.pointer = pointer;
        this.json = json;
        this.resource = resource;
    }
}
