package dev.tenon.schema.internal.document;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.schema.SchemaLimits;
import dev.tenon.schema.internal.regex.EcmaRegex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Contains all subschemas of a document. They are found by walking the keywords; each keyword's value is validated and
 * the limits are enforced on the way. A validator would report the same later, but loading one takes a hundred times as
 * long.
 */
public final class SchemaDocument {
    public final Json root;
    public final SchemaDialect dialect;
    /** All subschemas. The list grows while references are resolved. */
    public final List<SubSchema> subschemas = new ArrayList<>();

    public final Map<String, SchemaResource> resources = new HashMap<>();
    public final Map<String, EcmaRegex> patterns = new HashMap<>();
    final Map<String, List<SubSchema>> dynamicAnchors = new HashMap<>();

    /** Whether a reference is dynamic: its target depends on the path of evaluation. */
    public boolean hasDynamicReferences;

    /**
     * The maximum number of states of all regular expressions. A state takes some 50 bytes; {@code x{9999}} has 9,999.
     */
    private static final int MAX_STATES = 500_000;

    private final SchemaLimits limits;
    private int states;

    /**
     * The remaining characters for pointers and identifiers. They are limited since a short text can yield many long
     * ones.
     */
    private long remainingIdentifierChars;

    private final IdentifierRegistrar identifiers = new IdentifierRegistrar(this);
    private final Map<String, SubSchema> byPointer = new HashMap<>();

    public SchemaDocument(Json root, SchemaLimits limits) {
        this.root = root;
        this.limits = limits;
        this.remainingIdentifierChars = limits.maxTotalIdentifierChars();
        this.dialect = SchemaDialect.of(root);
        SchemaResource document = new SchemaResource("", "");
        resources.put("", document);
        addSubSchema("", root, document);
    }

    /**
     * Returns whether the document has a {@code $dynamicRef} and more than one resource, that is, subschemas with their
     * own {@code $id}. Call it after the references are resolved.
     */
    public boolean hasDynamicRefsAcrossResources() {
        return hasDynamicReferences && resources.values().stream().distinct().count() > 1;
    }

    @Nullable public SubSchema findSubSchema(String pointer) {
        return byPointer.get(pointer);
    }

    /** Adds a schema, and the subschemas within it, to which a keyword or a reference leads. */
    SubSchema addSubSchema(String pointer, Json json, SchemaResource enclosing) {
        SubSchema known = byPointer.get(pointer);
        if (known != null) {
            return known;
        }
        if (!KeywordValueType.SCHEMA.accepts(json)) {
            throw JsonPointers.invalidAt(pointer, "must be " + KeywordValueType.SCHEMA.description);
        }
        checkLimitsAndChargePointer(pointer);
        SubSchema schema = new SubSchema(pointer, json, identifiers.registerResource(pointer, json, enclosing));
        byPointer.put(pointer, schema);
        subschemas.add(schema);
        identifiers.registerAnchors(schema);
        json.members().forEach((keyword, value) -> validateAndWalkKeyword(schema, keyword, value));
        return schema;
    }

    /** Rejects a subschema above the limits, and charges the characters of its pointer. */
    private void checkLimitsAndChargePointer(String pointer) {
        if (byPointer.size() >= limits.subschemas()) {
            throw JsonPointers.invalidAt(pointer, "more than " + limits.subschemas() + " subschemas");
        }
        chargeIdentifierChars(pointer, pointer.length());
        if (pointer.chars().filter(c -> c == '/').count() > limits.depth()) {
            throw JsonPointers.invalidAt(pointer, "nested deeper than " + limits.depth() + " levels");
        }
    }

    /** Charges characters of pointers or identifiers against the limit before they are built. */
    void chargeIdentifierChars(String pointer, int chars) {
        remainingIdentifierChars -= chars;
        if (remainingIdentifierChars < 0) {
            String charged = "characters in pointers and identifiers of its subschemas";
            throw JsonPointers.invalidAt(pointer, "more than " + limits.maxTotalIdentifierChars() + " " + charged);
        }
    }

    private void validateAndWalkKeyword(SubSchema schema, String keyword, Json value) {
        KeywordValueType valueType = dialect.keywords.get(keyword);
        if (valueType == null) {
            return;
        }
        String at = JsonPointers.append(schema.pointer, keyword);
        if (!valueType.accepts(value)) {
            throw JsonPointers.invalidAt(at, "must be " + valueType.description);
        }
        switch (valueType) {
            case REGEX -> compilePattern(at, Objects.requireNonNull(value.string()));
            case PATTERN_MAP ->
                value.members().keySet().forEach(name -> compilePattern(JsonPointers.append(at, name), name));
            default -> {}
        }
        List<SubSchema> children = addChildren(valueType, at, value, schema.resource);
        if (SchemaDialect.IN_PLACE.contains(keyword) && !isReferenceOnly(schema)) {
            schema.inPlaceSubschemas.addAll(children);
        }
    }

    /** Returns whether only {@code $ref} counts: in draft-07 its sibling keywords are ignored. */
    public boolean isReferenceOnly(SubSchema schema) {
        return dialect == SchemaDialect.DRAFT_07 && schema.json.get("$ref") != null;
    }

    private List<SubSchema> addChildren(KeywordValueType valueType, String at, Json value, SchemaResource resource) {
        List<SubSchema> children = new ArrayList<>();
        switch (valueType) {
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
            throw JsonPointers.invalidAt(at, "regular expression longer than " + limits.patternChars() + " characters");
        }
        if (patterns.containsKey(regex)) {
            return;
        }
        try {
            EcmaRegex pattern = EcmaRegex.compile(regex);
            states += pattern.stateCount();
            patterns.put(regex, pattern);
        } catch (IllegalArgumentException e) {
            throw JsonPointers.invalidAt(at, "not a usable regular expression: " + e.getMessage());
        }
        if (states > MAX_STATES) {
            throw JsonPointers.invalidAt(
                    at, "the repetitions of all regular expressions add up to more than " + MAX_STATES);
        }
    }
}
