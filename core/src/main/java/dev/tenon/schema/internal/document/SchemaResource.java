package dev.tenon.schema.internal.document;

import java.util.HashMap;
import java.util.Map;

/** A part of a document to which {@code $id} gives its own URI. The whole document is a resource, too. */
public final class SchemaResource {
    /**
     * The absolute or relative URI against which references are resolved; empty when the document has no identifier.
     */
    final String uri;

    /** The pointer to the root of the resource in the document. */
    public final String pointer;

    /** Subschemas by the names that {@code $anchor} and {@code $dynamicAnchor} define. */
    final Map<String, SubSchema> anchors = new HashMap<>();

    SchemaResource(String uri, String pointer) {
        this.uri = uri;
        this.pointer = pointer;
    }
}
