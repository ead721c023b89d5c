package dev.tenon.schema.internal.document;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Resolves each reference of a schema to a place in the same document, or rejects the schema. */
public final class ReferenceResolver {
    private final SchemaDocument document;
    private final ArrayElementCache elements = new ArrayElementCache();

    public ReferenceResolver(SchemaDocument document) {
        this.document = document;
    }

    /** Resolves all references. The targets are added to the document and to the subschemas applied in place. */
    public void resolveAll() {
        // Iterates by index, since resolving a reference may append to the list.
        for (int i = 0; i < document.subschemas.size(); i++) {
            SubSchema schema = document.subschemas.get(i);
            resolveReference(schema, "$ref");
            if (document.dialect == SchemaDialect.DRAFT_2020_12) {
                resolveReference(schema, "$dynamicRef");
            }
        }
    }

    private void resolveReference(SubSchema schema, String keyword) {
        String reference = schema.json.string(keyword);
        if (reference == null) {
            return;
        }
        String at = JsonPointers.append(schema.pointer, keyword);
        SubSchema target = findOrAddTarget(schema, reference, at);
        schema.inPlaceSubschemas.add(target);
        if (keyword.equals("$ref")) {
            schema.reference = target;
        } else {
            document.hasDynamicReferences = true;
            schema.dynamicReference = target;
            // All anchors of the same name: which of them is meant is known only during validation.
            String anchor = String.valueOf(target.json.string("$dynamicAnchor"));
            List<SubSchema> targets = document.dynamicAnchors.getOrDefault(anchor, List.of());
            // Each target is charged like one character, as many references to many anchors need much memory.
            document.chargeIdentifierChars(schema.pointer, targets.size());
            schema.inPlaceSubschemas.addAll(targets);
        }
    }

    private SubSchema findOrAddTarget(SubSchema from, String reference, String at) {
        String uri = IdentifierRegistrar.removeFragment(reference);
        String fragment = uri.equals(reference) ? "" : reference.substring(uri.length() + 1);
        document.chargeIdentifierChars(from.pointer, uri.isEmpty() ? 0 : from.resource.uri.length() + uri.length());
        SchemaResource resource = uri.isEmpty()
                ? from.resource
                : document.resources.get(IdentifierRegistrar.resolveUri(from.resource.uri, uri, at));
        if (resource == null) {
            String reason = ", which is not in this schema. Schemas are never fetched: put it under $defs";
            throw JsonPointers.invalidAt(at, "refers to " + Excerpts.quote(reference) + reason);
        }
        SubSchema target = findOrAddInResource(resource, fragment, at);
        if (target == null) {
            throw JsonPointers.invalidAt(at, "refers to " + Excerpts.quote(reference) + ", but no schema is there");
        }
        document.chargeIdentifierChars(from.pointer, target.pointer.length());
        return target;
    }

    private @Nullable SubSchema findOrAddInResource(SchemaResource resource, String fragment, String at) {
        String decoded = JsonPointers.decodeFragment(fragment);
        if (decoded == null) {
            throw JsonPointers.invalidAt(at, "not a URI: " + Excerpts.quote("#" + fragment));
        }
        if (!decoded.isEmpty() && !decoded.startsWith("/")) {
            return resource.anchors.get(decoded);
        }
        String pointer = resource.pointer + decoded;
        SubSchema known = document.findSubSchema(pointer);
        Json value = known == null ? findValue(pointer) : null;
        return value == null ? known : document.addSubSchema(pointer, value, resource);
    }

    /** Returns the value that the pointer leads to, or null when it leads nowhere. */
    private @Nullable Json findValue(String pointer) {
        Json at = document.root;
        if (pointer.isEmpty()) {
            return at;
        }
        for (String token : pointer.substring(1).split("/", -1)) {
            at = at == null ? null : findChild(at, token.replace("~1", "/").replace("~0", "~"));
        }
        return at;
    }

    private @Nullable Json findChild(Json at, String token) {
        if (at.kind() != JsonKind.ARRAY) {
            return at.get(token);
        }
        boolean index = token.length() <= 6 && token.matches("0|[1-9][0-9]*");
        return index ? elements.get(at, Integer.parseInt(token)) : null;
    }
}
