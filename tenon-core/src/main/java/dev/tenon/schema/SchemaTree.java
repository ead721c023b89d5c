package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All subschemas of a document, found by walking its keywords; on the way each keyword's value is checked and the bounds
 * are kept. This is what a validator would find out later, at a hundredth of the price of loading one.
 */
final class SchemaTree {
    final Json root;
    final Dialect dialect;
    final Map<String, Resource> resources = new HashMap<>();
    final Map<String, SchemaPattern> patterns = new HashMap<>();
    final Map<String, List<SubSchema>> dynamicAnchors = new HashMap<>();

    /** Whether a reference depends on the way that led to it. */
    boolean isDynamic;

    /** States of all regular expressions together; each takes some 50 bytes, and {@code x{9999}} has 9,999. */
    private static final int MOST_STATES = 500_000;

    private final SchemaLimits limits;
    private int states;

    /** Characters in pointers and identifiers that may still be made, since a short text can make many long ones. */
    private long names;

    private final Map<String, SubSchema> found = new HashMap<>();
    private final List<SubSchema> subschemas = new ArrayList<>();

    SchemaTree(Json root, SchemaLimits limits) {
        this.root = root;
        this.limits = limits;
        this.names = limits.names();
        this.dialect = Dialect.of(root);
        Resource document = new Resource("", "");
        resources.put("", document);
        adopt("", root, document);
    }

    /** All of them; it grows while references are followed. */
    List<SubSchema> subschemas() {
        return subschemas;
    }

    /** Whether parts of the document have identifiers of their own, and what a reference means depends on them. */
    boolean needsIdentifiers() {
        return isDynamic && resources.values().stream().distinct().count() > 1;
    }

    @Nullable SubSchema at(String pointer) {
        return found.get(pointer);
    }

    /** Takes in a schema, and what is in it, to which a keyword or a reference leads. */
    SubSchema adopt(String pointer, Json json, Resource around) {
        SubSchema known = found.get(pointer);
        if (known != null) {
            return known;
        }
        if (!Shape.SCHEMA.fits(json)) {
            throw new SchemaException(Pointers.shown(pointer), "must be " + Shape.SCHEMA.words());
        }
        checkBounds(pointer);
        Resource resource = new Identity(this).resourceOf(pointer, json, around);
        SubSchema schema = new SubSchema(pointer, json, resource);
        found.put(pointer, schema);
        subschemas.add(schema);
        new Identity(this).register(schema);
        json.members().forEach((keyword, value) -> keyword(schema, keyword, value));
        return schema;
    }

    private void checkBounds(String pointer) {
        if (found.size() >= limits.subschemas()) {
            throw new SchemaException(Pointers.shown(pointer), "more than " + limits.subschemas() + " subschemas");
        }
        spend(pointer, pointer.length());
        if (pointer.chars().filter(c -> c == '/').count() > limits.depth()) {
            throw new SchemaException(Pointers.shown(pointer), "nested deeper than " + limits.depth() + " levels");
        }
    }

    /** Counts characters of pointers or identifiers against their bound, before they are built for that place. */
    void spend(String pointer, int chars) {
        names -= chars;
        if (names < 0) {
            throw new SchemaException(
                    Pointers.shown(pointer),
                    "more than " + limits.names() + " characters in pointers and identifiers of its parts");
        }
    }

    private void keyword(SubSchema schema, String keyword, Json value) {
        Shape shape = dialect.keywords().get(keyword);
        if (shape == null) {
            return;
        }
        String at = Pointers.child(schema.pointer, keyword);
        if (!shape.fits(value)) {
            throw new SchemaException(Pointers.shown(at), "must be " + shape.words());
        }
        switch (shape) {
            case REGEX -> pattern(at, Objects.requireNonNull(value.string()));
            case PATTERN_MAP -> value.members().keySet().forEach(name -> pattern(Pointers.child(at, name), name));
            default -> {}
        }
        List<SubSchema> children = children(shape, at, value, schema.resource);
        if (Keywords.IN_PLACE.contains(keyword) && !isOverridden(schema)) {
            schema.inPlace.addAll(children);
        }
    }

    /** In draft-07 whatever stands beside {@code $ref} is ignored. */
    boolean isOverridden(SubSchema schema) {
        return dialect == Dialect.DRAFT_07 && schema.json.get("$ref") != null;
    }

    private List<SubSchema> children(Shape shape, String at, Json value, Resource resource) {
        List<SubSchema> children = new ArrayList<>();
        switch (shape) {
            case SCHEMA, SCHEMAS, SCHEMA_OR_LIST -> {
                if (value.kind() != JsonKind.ARRAY) {
                    children.add(adopt(at, value, resource));
                }
                for (Json element : value.elements()) {
                    children.add(adopt(Pointers.child(at, children.size()), element, resource));
                }
            }
            case SCHEMA_MAP, PATTERN_MAP, DEPENDENCIES ->
                value.members().forEach((name, child) -> {
                    if (child.kind() != JsonKind.ARRAY) {
                        children.add(adopt(Pointers.child(at, name), child, resource));
                    }
                });
            default -> {}
        }
        return children;
    }

    private void pattern(String at, String regex) {
        if (regex.length() > limits.patternChars()) {
            throw new SchemaException(
                    Pointers.shown(at), "regular expression longer than " + limits.patternChars() + " characters");
        }
        if (patterns.containsKey(regex)) {
            return;
        }
        try {
            SchemaPattern pattern = SchemaPattern.compile(regex);
            states += pattern.states;
            patterns.put(regex, pattern);
        } catch (IllegalArgumentException e) {
            throw new SchemaException(Pointers.shown(at), "not a usable regular expression: " + e.getMessage());
        }
        if (states > MOST_STATES) {
            throw new SchemaException(
                    Pointers.shown(at),
                    "the repetitions of all regular expressions add up to more than " + MOST_STATES);
        }
    }
}
