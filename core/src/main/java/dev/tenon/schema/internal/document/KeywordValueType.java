package dev.tenon.schema.internal.document;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The type that the value of a keyword must have. The contents of subschemas and regular expressions are checked by
 * {@link SchemaDocument}.
 */
public enum KeywordValueType {
    SCHEMA("a schema: an object, true or false", KeywordValueType::isSchema),
    SCHEMAS("a list of one or more schemas", KeywordValueType::isSchemaList),
    /** Subschemas by member name. */
    SCHEMA_MAP("an object whose members are schemas", v -> allMembersMatch(v, KeywordValueType::isSchema)),
    /** Subschemas by regular expression. */
    PATTERN_MAP(SCHEMA_MAP.description, SCHEMA_MAP.validator),
    SCHEMA_OR_LIST("a schema, or a list of schemas", v -> isSchema(v) || isSchemaList(v)),
    DEPENDENCIES(
            "an object whose members are schemas or lists of names",
            v -> allMembersMatch(v, member -> isSchema(member) || isNameList(member))),
    NAME_LISTS(
            "an object whose members are lists of names, each name once",
            v -> allMembersMatch(v, KeywordValueType::isNameList)),
    NAMES("a list of names, each once", KeywordValueType::isNameList),
    TYPE(
            "one of array, boolean, integer, null, number, object and string, or a list of them, each once",
            v -> isTypeName(v)
                    || isNameList(v)
                            && !v.elements().isEmpty()
                            && v.elements().stream().allMatch(KeywordValueType::isTypeName)),
    STRING("a string", v -> v.kind() == JsonKind.STRING),
    ANCHOR("a name that starts with a letter or _, followed by letters, digits, - _ and .", KeywordValueType::isAnchor),
    REGEX("a regular expression", STRING.validator),
    BOOLEAN("true or false", v -> v.kind() == JsonKind.BOOLEAN),
    NUMBER("a number", v -> v.kind() == JsonKind.NUMBER),
    POSITIVE_NUMBER("a number above 0", v -> hasSignAtLeast(v, 1)),
    COUNT("a whole number of 0 or more", v -> hasSignAtLeast(v, 0) && v.isInteger()),
    ARRAY("a list", v -> v.kind() == JsonKind.ARRAY),
    OBJECT("an object", Json::isObject);

    private static final Set<String> TYPES =
            Set.of("array", "boolean", "integer", "null", "number", "object", "string");

    /** The expected value in words, for a message. */
    final String description;

    private final Predicate<Json> validator;

    KeywordValueType(String description, Predicate<Json> validator) {
        this.description = description;
        this.validator = validator;
    }

    boolean accepts(Json value) {
        return validator.test(value);
    }

    private static boolean isSchema(Json value) {
        return value.isObject() || value.kind() == JsonKind.BOOLEAN;
    }

    private static boolean isSchemaList(Json value) {
        List<Json> schemas = value.elements();
        return !schemas.isEmpty() && schemas.stream().allMatch(KeywordValueType::isSchema);
    }

    private static boolean allMembersMatch(Json value, Predicate<Json> predicate) {
        return value.isObject() && value.members().values().stream().allMatch(predicate);
    }

    private static boolean isNameList(Json value) {
        Set<String> seen = new HashSet<>();
        return value.kind() == JsonKind.ARRAY
                && value.elements().stream()
                        .allMatch(e -> e.kind() == JsonKind.STRING && seen.add(String.valueOf(e.string())));
    }

    private static boolean isTypeName(Json value) {
        String name = value.string();
        return name != null && TYPES.contains(name);
    }

    /** Returns whether the value is a number whose sign is at least the given one. */
    private static boolean hasSignAtLeast(Json value, int sign) {
        BigDecimal number = value.number();
        return number != null && number.signum() >= sign;
    }

    private static boolean isAnchor(Json value) {
        String name = value.string();
        return name != null && name.matches("[A-Za-z_][-A-Za-z0-9._]*");
    }
}
