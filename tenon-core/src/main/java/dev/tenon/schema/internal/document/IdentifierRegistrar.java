package dev.tenon.schema.internal.document;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.schema.SchemaException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The names of schemas: {@code $id}, {@code $anchor} and {@code $dynamicAnchor}. */
final class IdentifierRegistrar {
    private final SchemaDocument tree;

    IdentifierRegistrar(SchemaDocument tree) {
        this.tree = tree;
    }

    /** The resource that a schema belongs to: a new one when it has an {@code $id}, else the one around it. */
    SchemaResource resourceFor(String pointer, Json json, SchemaResource around) {
        String at = JsonPointers.toMessageText(JsonPointers.append(pointer, "$id"));
        String id = idOf(json);
        checkDialect(pointer, json);
        if (id == null || id.startsWith("#")) {
            return around;
        }
        int fragment = id.indexOf('#');
        if (fragment >= 0 && fragment < id.length() - 1) {
            throw new SchemaException(at, "must not have a fragment, but is " + Excerpts.quote(id));
        }
        tree.chargeIdentifierChars(pointer, around.uri.length() + id.length());
        SchemaResource resource = new SchemaResource(resolveUri(around.uri, removeFragment(id), at), pointer);
        if (pointer.isEmpty()) {
            tree.resources.put("", resource);
        }
        SchemaResource other = tree.resources.putIfAbsent(resource.uri, resource);
        if (other != null && !other.pointer.equals(pointer)) {
            throw new SchemaException(
                    at, "the same identifier stands at " + JsonPointers.toMessageText(other.pointer) + " already");
        }
        return resource;
    }

    private @Nullable String idOf(Json json) {
        boolean ignored = tree.dialect == SchemaDialect.DRAFT_07 && json.get("$ref") != null;
        return ignored ? null : json.string("$id");
    }

    private void checkDialect(String pointer, Json json) {
        String named = json.string("$schema");
        if (pointer.isEmpty() || named == null) {
            return;
        }
        String at = JsonPointers.toMessageText(JsonPointers.append(pointer, "$schema"));
        if (SchemaDialect.forUri(named, at) != tree.dialect) {
            throw new SchemaException(at, "a part of a schema cannot be in another dialect than the whole");
        }
    }

    /** Notes the anchors of a schema. */
    void registerAnchors(SubSchema schema) {
        String id = Objects.requireNonNullElse(idOf(schema.json), "");
        boolean isFragment = id.startsWith("#") && id.length() > 1;
        if (tree.dialect == SchemaDialect.DRAFT_07) {
            if (isFragment) {
                registerAnchor(schema, id.substring(1));
            }
            return;
        }
        if (isFragment) {
            throw new SchemaException(
                    JsonPointers.toMessageText(schema.pointer), "$id must not be a fragment; use $anchor");
        }
        String name = schema.json.string("$anchor");
        if (name != null) {
            registerAnchor(schema, name);
        }
        String dynamic = schema.json.string("$dynamicAnchor");
        if (dynamic != null) {
            registerAnchor(schema, dynamic);
            tree.dynamicAnchors.computeIfAbsent(dynamic, n -> new ArrayList<>()).add(schema);
        }
    }

    private static void registerAnchor(SubSchema schema, String name) {
        SubSchema other = schema.resource.anchors.putIfAbsent(name, schema);
        if (other != null && other != schema) {
            throw new SchemaException(
                    JsonPointers.toMessageText(schema.pointer),
                    "the anchor " + Excerpts.quote(name) + " stands at " + JsonPointers.toMessageText(other.pointer)
                            + " already");
        }
    }

    static String removeFragment(String uri) {
        int hash = uri.indexOf('#');
        return hash < 0 ? uri : uri.substring(0, hash);
    }

    /** A URI reference, resolved. Nothing is ever looked up with it: it is only compared. */
    static String resolveUri(String base, String reference, String at) {
        try {
            URI uri = new URI(reference);
            return base.isEmpty()
                    ? uri.normalize().toString()
                    : new URI(base).resolve(uri).toString();
        } catch (URISyntaxException e) {
            throw new SchemaException(at, "not a URI: " + Excerpts.quote(reference));
        }
    }
}
