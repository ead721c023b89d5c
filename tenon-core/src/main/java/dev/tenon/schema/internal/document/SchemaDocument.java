package dev.tenon.schema.internal.document;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.schema.SchemaException;
import dev.tenon.schema.SchemaLimits;
import dev.tenon.schema.internal.regex.EcmaRegex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All subschemas of a document, found by walking its keywords; on the way each keyword's value is checked and the
 * bounds are kept. This is what a validator would find out later, at a hundredth of the price of loading one.
 */
public final class SchemaDocument {
    public final Json root;
    public final SchemaDialect dialect;
    public final Map<String, SchemaResource> resources = new HashMap<>();
    public final Map<String, EcmaRegex> patterns = new HashMap<>();
    final Map<String, List<SubSchema>> dynamicAnchors = new HashMap<>();

    /** Whether a reference depends on the way that led to it. */
    public boolean isDynamic;

    /** States of all regular expressions together; each takes some 50 bytes, and {@code x{9999}} has 9,999. */
    private static final int MAX_STATES = 500_000;

    private final SchemaLimits limits;
    private int states;

    /** Characters in pointers and identifiers that may still be made, since a short text can make many long ones. */
    private long remainingIdentifierChars;

    private final Map<String, SubSchema> byPointer = new HashMap<>();
    private final List<SubSchema> subschemas = new ArrayList<>();

    public SchemaDocument(Json root, SchemaLimits limits) {
        this.root = root;
        this.limits = limits;
        this.remainingIdentifierChars = limits.maxIdentifierChars();
        this.dialect = SchemaDialect.of(root);
        SchemaResource document = new SchemaResource("", "");
        resources.put("", document);
        addSubSchema("", root, document);
    }

    /** All of them; it grows while references are followed. */
    public List<SubSchema> subschemas() {
        return subschemas;
    }

    /** Whether parts of the document have identifiers of their own, and what a reference means depends on them. */
    public boolean needsIdentifiers() {
        return isDynamic && resources.values().stream().distinct().count() > 1;
    }

    @Nullable public SubSchema findSubSchema(String pointer) {
        return byPointer.get(pointer);
    }

    /** Takes in a schema, and what is in it, to which a keyword or a reference leads. */
    SubSchema addSubSchema(String pointer, Json json, SchemaResource around) {
        SubSchema known = byPointer.get(pointer);
        if (known != null) {
            return known;
        }
        if (!KeywordValueType.SCHEMA.accepts(json)) {
            throw new SchemaException(
                    JsonPointers.toMessageText(pointer), "must be " + KeywordValueType.SCHEMA.description());
        }
        checkLimits(pointer);
        SchemaResource resource = new IdentifierRegistrar(this).resourceFor(pointer, json, around);
        SubSchema schema = new SubSchema(pointer, json, resource);
        byPointer.put(pointer, schema);
        subschemas.add(schema);
        new IdentifierRegistrar(this).registerAnchors(schema);
        json.members().forEach((keyword, value) -> visitKeyword(schema, keyword, value));
        return schema;
    }

    private void checkLimits(String pointer) {
        if (byPointer.size() >= limits.subschemas()) {
            throw new SchemaException(
                    JsonPointers.toMessageText(pointer), "more than " + limits.subschemas() + " subschemas");
        }
        chargeIdentifierChars(pointer, pointer.length());
        if (pointer.chars().filter(c -> c == '/').count() > limits.depth()) {
            throw new SchemaException(
                    JsonPointers.toMessageText(pointer), "nested deeper than " + limits.depth() + " levels");
        }
    }

    /** Counts characters of pointers or identifiers against their bound, before they are built for that place. */
    void chargeIdentifierChars(String pointer, int chars) {
        remainingIdentifierChars -= chars;
        if (remainingIdentifierChars < 0) {
            throw new SchemaException(
                    JsonPointers.toMessageText(pointer),
                    "more than " + limits.maxIdentifierChars()
                            + " characters in pointers and identifiers of its parts");
        }
    }

    private void visitKeyword(SubSchema schema, String keyword, Json value) {
        KeywordValueType shape = dialect.keywords().get(keyword);
        if (shape == null) {
            return;
        }
        String at = JsonPointers.append(schema.pointer, keyword);
        if (!shape.accepts(value)) {
            throw new SchemaException(JsonPointers.toMessageText(at), "must be " + shape.description());
        }
        switch (shape) {
            case REGEX -> compilePattern(at, Objects.requireNonNull(value.string()));
            case PATTERN_MAP ->
                value.members().keySet().forEach(name -> compilePattern(JsonPointers.append(at, name), name));
            default -> {}
        }
        List<SubSchema> children = addChildren(shape, at, value, schema.resource);
        if (DialectKeywords.IN_PLACE.contains(keyword) && !isReferenceOnly(schema)) {
            schema.inPlace.addAll(children);
        }
    }

    /** In draft-07 whatever stands beside {@code $ref} is ignored. */
    public boolean isReferenceOnly(SubSchema schema) {
        return dialect == SchemaDialect.DRAFT_07 && schema.json.get("$ref") != null;
    }

    private List<SubSchema> addChildren(KeywordValueType shape, String at, Json value, SchemaResource resource) {
        List<SubSchema> children = new ArrayList<>();
        switch (shape) {
            case SCHEMA, SCHEMAS, SCHEMA_OR_LIST -> {
                if (value.kind() != JsonKind.ARRAY) {
                    children.add(addSubSchema(at, value, resource));
                }
                for (Json element : value.elements()) {
                    children.add(addSubSchema(JsonPointers.append(at, children.size()), element, resource));
                }
            }
            case SCHEMA_MAP, PATTERN_MAP, DEPENDENCIES ->
                value.members().forEach((name, child) -> {
                    if (child.kind() != JsonKind.ARRAY) {
                        children.add(addSubSchema(JsonPointers.append(at, name), child, resource));
                    }
                });
            default -> {}
        }
        return children;
    }

    private void compilePattern(String at, String regex) {
        if (regex.length() > limits.patternChars()) {
            throw new SchemaException(
                    JsonPointers.toMessageText(at),
                    "regular expression longer than " + limits.patternChars() + " characters");
        }
        if (patterns.containsKey(regex)) {
            return;
        }
        try {
            EcmaRegex pattern = EcmaRegex.compile(regex);
            states += pattern.states;
            patterns.put(regex, pattern);
        } catch (IllegalArgumentException e) {
            throw new SchemaException(
                    JsonPointers.toMessageText(at), "not a usable regular expression: " + e.getMessage());
        }
        if (states > MAX_STATES) {
            throw new SchemaException(
                    JsonPointers.toMessageText(at),
                    "the repetitions of all regular expressions add up to more than " + MAX_STATES);
        }
    }
}
