package dev.tenon.schema.internal.document;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.schema.SchemaException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A version of JSON Schema, its keywords and the type of their values. The meta-schemas say the same, but reading them
 * would load the validator library.
 */
public enum SchemaDialect {
    DRAFT_2020_12("https://json-schema.org/draft/2020-12/schema", addDraft2020Keywords(commonKeywords())),
    DRAFT_07("http://json-schema.org/draft-07/schema", addDraft07Keywords(commonKeywords()));

    /** Keywords that apply a subschema to the same value that the schema itself is applied to. */
    static final Set<String> IN_PLACE =
            Set.of("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies");

    private final String uri;
    /**
     * The keywords of the dialect and the type of their values. Other members of a schema are annotations and may have
     * any value.
     */
    public final Map<String, KeywordValueType> keywords;

    SchemaDialect(String uri, Map<String, KeywordValueType> keywords) {
        this.uri = uri;
        this.keywords = keywords;
    }

    /** Returns the dialect that a schema names, or 2020-12 when it names no dialect. */
    static SchemaDialect of(Json schema) {
        if (schema.get("$schema") == null) {
            return DRAFT_2020_12;
        }
        String uri = schema.string("$schema");
        if (uri == null) {
            throw new SchemaException("#/$schema", "must be a string");
        }
        return forUri(uri, "/$schema");
    }

    static SchemaDialect forUri(String uri, String pointer) {
        String uriWithoutFragment = uri.endsWith("#") ? uri.substring(0, uri.length() - 1) : uri;
        for (SchemaDialect dialect : values()) {
            if (dialect.uri.equals(uriWithoutFragment)) {
                return dialect;
            }
        }
        String supported = DRAFT_2020_12.uri + " and " + DRAFT_07.uri + "#";
        throw JsonPointers.invalidAt(
                pointer, "unsupported dialect " + Excerpts.quote(uri) + "; supported are " + supported);
    }

    private static Map<String, KeywordValueType> commonKeywords() {
        Map<String, KeywordValueType> all = new HashMap<>();
        put(all, KeywordValueType.STRING, "$id", "$schema", "$ref", "$comment", "title", "description", "format");
        put(all, KeywordValueType.STRING, "contentEncoding", "contentMediaType");
        put(all, KeywordValueType.SCHEMA_MAP, "definitions", "properties");
        put(all, KeywordValueType.PATTERN_MAP, "patternProperties");
        put(all, KeywordValueType.SCHEMA, "additionalProperties", "propertyNames", "contains");
        put(all, KeywordValueType.SCHEMA, "not", "if", "then", "else");
        put(all, KeywordValueType.SCHEMAS, "allOf", "anyOf", "oneOf");
        put(all, KeywordValueType.DEPENDENCIES, "dependencies");
        put(all, KeywordValueType.NAMES, "required");
        put(all, KeywordValueType.TYPE, "type");
        put(all, KeywordValueType.ARRAY, "enum", "examples");
        put(all, KeywordValueType.POSITIVE_NUMBER, "multipleOf");
        put(all, KeywordValueType.NUMBER, "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum");
        put(all, KeywordValueType.COUNT, "maxLength", "minLength", "maxItems", "minItems");
        put(all, KeywordValueType.COUNT, "maxProperties", "minProperties");
        put(all, KeywordValueType.REGEX, "pattern");
        put(all, KeywordValueType.BOOLEAN, "uniqueItems", "readOnly", "writeOnly");
        return all;
    }

    private static Map<String, KeywordValueType> addDraft2020Keywords(Map<String, KeywordValueType> all) {
        put(all, KeywordValueType.STRING, "$dynamicRef");
        put(all, KeywordValueType.ANCHOR, "$anchor", "$dynamicAnchor");
        put(all, KeywordValueType.OBJECT, "$vocabulary");
        put(all, KeywordValueType.SCHEMA_MAP, "$defs", "dependentSchemas");
        put(all, KeywordValueType.SCHEMAS, "prefixItems");
        put(all, KeywordValueType.SCHEMA, "items", "unevaluatedItems", "unevaluatedProperties", "contentSchema");
        put(all, KeywordValueType.NAME_LISTS, "dependentRequired");
        put(all, KeywordValueType.COUNT, "maxContains", "minContains");
        put(all, KeywordValueType.BOOLEAN, "deprecated");
        return Map.copyOf(all);
    }

    private static Map<String, KeywordValueType> addDraft07Keywords(Map<String, KeywordValueType> all) {
        put(all, KeywordValueType.SCHEMA_OR_LIST, "items");
        put(all, KeywordValueType.SCHEMA, "additionalItems");
        return Map.copyOf(all);
    }

    private static void put(Map<String, KeywordValueType> all, KeywordValueType valueType, String... names) {
        for (String name : names) {
            all.put(name, valueType);
        }
    }
}
