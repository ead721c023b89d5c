package dev.tenon.schema.internal.document;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.schema.SchemaException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Registers the identifiers of schemas: {@code $id}, {@code $anchor} and {@code $dynamicAnchor}. */
record IdentifierRegistrar(SchemaDocument document) {

    /**
     * Registers and returns a new resource for a schema with an {@code $id}; returns the enclosing one for others.
     *
     * @throws SchemaException when the schema has another dialect than the document, or its identifier is invalid or
     *     already used
     */
    SchemaResource registerResource(String pointer, Json json, SchemaResource enclosing) {
        String at = JsonPointers.append(pointer, "$id");
        String id = findEffectiveId(json);
        requireSameDialect(pointer, json);
        if (id == null || id.startsWith("#")) {
            return enclosing;
        }
        int fragment = id.indexOf('#');
        if (fragment >= 0 && fragment < id.length() - 1) {
            throw JsonPointers.invalidAt(at, "must not have a fragment, but is " + Excerpts.quote(id));
        }
        document.chargeIdentifierChars(pointer, enclosing.uri.length() + id.length());
        SchemaResource resource = new SchemaResource(resolveUri(enclosing.uri, removeFragment(id), at), pointer);
        if (pointer.isEmpty()) {
            document.resources.put("", resource);
        }
        SchemaResource existing = document.resources.putIfAbsent(resource.uri, resource);
        if (existing != null && !existing.pointer.equals(pointer)) {
            throw JsonPointers.invalidAt(
                    at, "the identifier is already used at " + JsonPointers.toMessageText(existing.pointer));
        }
        return resource;
    }

    private @Nullable String findEffectiveId(Json json) {
        boolean ignored = document.dialect == SchemaDialect.DRAFT_07 && json.get("$ref") != null;
        return ignored ? null : json.string("$id");
    }

    private void requireSameDialect(String pointer, Json json) {
        String dialectUri = json.string("$schema");
        if (pointer.isEmpty() || dialectUri == null) {
            return;
        }
        String at = JsonPointers.append(pointer, "$schema");
        if (SchemaDialect.forUri(dialectUri, at) != document.dialect) {
            throw JsonPointers.invalidAt(at, "a subschema must have the same dialect as the whole schema");
        }
    }

    /**
     * Registers the anchors of a schema. In draft-07, an {@code $id} that is a fragment is an anchor.
     *
     * @throws SchemaException when an anchor is already used in the resource, or, in 2020-12, when {@code $id} is a
     *     fragment
     */
    void registerAnchors(SubSchema schema) {
        String id = Objects.requireNonNullElse(findEffectiveId(schema.json), "");
        boolean isFragment = id.startsWith("#") && id.length() > 1;
        if (document.dialect == SchemaDialect.DRAFT_07) {
            if (isFragment) {
                registerAnchor(schema, id.substring(1));
            }
            return;
        }
        if (isFragment) {
            throw JsonPointers.invalidAt(schema.pointer, "$id must not be a fragment; use $anchor");
        }
        String name = schema.json.string("$anchor");
        if (name != null) {
            registerAnchor(schema, name);
        }
        String dynamic = schema.json.string("$dynamicAnchor");
        if (dynamic != null) {
            registerAnchor(schema, dynamic);
            document.dynamicAnchors
                    .computeIfAbsent(dynamic, n -> new ArrayList<>())
                    .add(schema);
        }
    }

    private static void registerAnchor(SubSchema schema, String name) {
        SubSchema existing = schema.resource.anchors.putIfAbsent(name, schema);
        if (existing != null && existing != schema) {
            String place = JsonPointers.toMessageText(existing.pointer);
            String problem = "the anchor " + Excerpts.quote(name) + " is already used at " + place;
            throw JsonPointers.invalidAt(schema.pointer, problem);
        }
    }

    static String removeFragment(String uri) {
        int hash = uri.indexOf('#');
        return hash < 0 ? uri : uri.substring(0, hash);
    }

    /** Resolves a URI reference. The result is only compared with identifiers, never fetched. */
    static String resolveUri(String base, String reference, String at) {
        try {
            URI uri = new URI(reference);
            return base.isEmpty()
                    ? uri.normalize().toString()
                    : new URI(base).resolve(uri).toString();
        } catch (URISyntaxException e) {
            throw JsonPointers.invalidAt(at, "not a URI: " + Excerpts.quote(reference));
        }
    }
}
