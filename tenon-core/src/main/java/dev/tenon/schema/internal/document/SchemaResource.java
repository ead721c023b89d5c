package dev.tenon.schema.internal.document;

import java.util.HashMap;
import java.util.Map;

/** A part of a document that {@code $id} gives a URI of its own; the document as a whole is one too. */
public final class SchemaResource {
    /** The absolute or relative URI that references inside are resolved against; empty when the document has none. */
    final String uri;

    /** Where the resource starts in the document. */
    public final String pointer;

    /** Subschemas by the names that {@code $anchor} and {@code $dynamicAnchor} give them. */
    final Map<String, SubSchema> anchors = new HashMap<>();

    SchemaResource(String uri, String pointer) {
        this.uri = uri;
        this.pointer = pointer;
    }
}
