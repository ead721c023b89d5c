package dev.tenon.schema;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The keywords of each dialect and the shape of their values: what the meta-schemas say, without loading a validator. */
final class Keywords {
    /** Keywords that apply a subschema to the same value that the schema itself is applied to. */
    static final Set<String> IN_PLACE =
            Set.of("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies");

    static final Map<String, Shape> DRAFT_2020_12 = with2020(common());
    static final Map<String, Shape> DRAFT_07 = with07(common());

    private Keywords() {}

    private static Map<String, Shape> common() {
        Map<String, Shape> all = new HashMap<>();
        put(all, Shape.STRING, "$id", "$schema", "$ref", "$comment", "title", "description", "format");
        put(all, Shape.STRING, "contentEncoding", "contentMediaType");
        put(all, Shape.SCHEMA_MAP, "definitions", "properties");
        put(all, Shape.PATTERN_MAP, "patternProperties");
        put(all, Shape.SCHEMA, "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else");
        put(all, Shape.SCHEMAS, "allOf", "anyOf", "oneOf");
        put(all, Shape.DEPENDENCIES, "dependencies");
        put(all, Shape.NAMES, "required");
        put(all, Shape.TYPE, "type");
        put(all, Shape.ARRAY, "enum", "examples");
        put(all, Shape.POSITIVE_NUMBER, "multipleOf");
        put(all, Shape.NUMBER, "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum");
        put(all, Shape.COUNT, "maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties");
        put(all, Shape.REGEX, "pattern");
        put(all, Shape.BOOLEAN, "uniqueItems", "readOnly", "writeOnly");
        return all;
    }

    private static Map<String, Shape> with2020(Map<String, Shape> all) {
        put(all, Shape.STRING, "$dynamicRef");
        put(all, Shape.ANCHOR, "$anchor", "$dynamicAnchor");
        put(all, Shape.OBJECT, "$vocabulary");
        put(all, Shape.SCHEMA_MAP, "$defs", "dependentSchemas");
        put(all, Shape.SCHEMAS, "prefixItems");
        put(all, Shape.SCHEMA, "items", "unevaluatedItems", "unevaluatedProperties", "contentSchema");
        put(all, Shape.NAME_LISTS, "dependentRequired");
        put(all, Shape.COUNT, "maxContains", "minContains");
        put(all, Shape.BOOLEAN, "deprecated");
        return Map.copyOf(all);
    }

    private static Map<String, Shape> with07(Map<String, Shape> all) {
        put(all, Shape.SCHEMA_OR_LIST, "items");
        put(all, Shape.SCHEMA, "additionalItems");
        return Map.copyOf(all);
    }

    private static void put(Map<String, Shape> all, Shape shape, String... names) {
        for (String name : names) {
            all.put(name, shape);
        }
    }
}
