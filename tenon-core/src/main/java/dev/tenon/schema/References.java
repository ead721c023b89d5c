package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.json.Quote;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Follows every reference of a schema to a place in the same document, or refuses it. */
final class References {
    private final SchemaTree tree;
    private final ElementCache elements = new ElementCache();

    References(SchemaTree tree) {
        this.tree = tree;
    }

    /** Resolves all references; the targets become parts of the tree and of what is applied in place. */
    void resolve() {
        // By index, since following a reference may add to the list.
        for (int i = 0; i < tree.subschemas().size(); i++) {
            SubSchema schema = tree.subschemas().get(i);
            follow(schema, "$ref");
            if (tree.dialect == Dialect.DRAFT_2020_12) {
                follow(schema, "$dynamicRef");
            }
        }
    }

    private void follow(SubSchema schema, String keyword) {
        String reference = schema.json.string(keyword);
        if (reference == null) {
            return;
        }
        String at = Pointers.shown(Pointers.child(schema.pointer, keyword));
        SubSchema target = target(schema, reference, at);
        schema.inPlace.add(target);
        if (keyword.equals("$ref")) {
            schema.reference = target;
        } else {
            tree.isDynamic = true;
            schema.dynamicReference = target;
            Collection<SubSchema> targets = dynamicTargets(target);
            tree.spend(schema.pointer, targets.size());
            schema.inPlace.addAll(targets);
        }
    }

    /** Which of several anchors a dynamic reference means is known only when a value is checked: it may be any. */
    private Collection<SubSchema> dynamicTargets(SubSchema target) {
        return tree.dynamicAnchors.getOrDefault(String.valueOf(target.json.string("$dynamicAnchor")), List.of());
    }

    private SubSchema target(SubSchema from, String reference, String at) {
        int hash = reference.indexOf('#');
        String uri = hash < 0 ? reference : reference.substring(0, hash);
        tree.spend(from.pointer, uri.isEmpty() ? 0 : from.resource.uri.length() + uri.length());
        Resource resource =
                uri.isEmpty() ? from.resource : tree.resources.get(Identity.resolve(from.resource.uri, uri, at));
        if (resource == null) {
            throw new SchemaException(
                    at,
                    "refers to " + Quote.shortened(reference)
                            + ", which is not in this schema. Schemas are never fetched: put it under $defs");
        }
        SubSchema target = inside(resource, hash < 0 ? "" : reference.substring(hash + 1), at);
        if (target == null) {
            throw new SchemaException(at, "refers to " + Quote.shortened(reference) + ", but no schema is there");
        }
        tree.spend(from.pointer, target.pointer.length());
        return target;
    }

    private @Nullable SubSchema inside(Resource resource, String fragment, String at) {
        String decoded = Pointers.ofFragment(fragment);
        if (decoded == null) {
            throw new SchemaException(at, "not a URI: " + Quote.shortened("#" + fragment));
        }
        if (!decoded.isEmpty() && !decoded.startsWith("/")) {
            return resource.anchors.get(decoded);
        }
        String pointer = resource.pointer + decoded;
        SubSchema known = tree.at(pointer);
        Json there = known == null ? find(pointer) : null;
        return there == null ? known : tree.adopt(pointer, there, resource);
    }

    /** The value the pointer leads to, or null when there is none. */
    private @Nullable Json find(String pointer) {
        Json at = tree.root;
        if (pointer.isEmpty()) {
            return at;
        }
        for (String token : pointer.substring(1).split("/", -1)) {
            at = at == null ? null : step(at, token.replace("~1", "/").replace("~0", "~"));
        }
        return at;
    }

    private @Nullable Json step(Json at, String token) {
        if (at.kind() != JsonKind.ARRAY) {
            return at.get(token);
        }
        boolean index = token.length() <= 6 && token.matches("0|[1-9][0-9]*");
        return index ? elements.of(at, Integer.parseInt(token)) : null;
    }
}
