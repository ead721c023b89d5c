package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Whether a keyword's value has its {@link Shape}. Subschemas and regular expressions are looked at elsewhere. */
final class ShapeCheck {
    private static final Set<String> TYPES =
            Set.of("array", "boolean", "integer", "null", "number", "object", "string");

    private ShapeCheck() {}

    static boolean fits(Shape shape, Json value) {
        return switch (shape) {
            case SCHEMA -> isSchema(value);
            case SCHEMAS -> value.kind() == JsonKind.ARRAY && isSchemas(value);
            case SCHEMA_MAP, PATTERN_MAP -> each(value, ShapeCheck::isSchema);
            case SCHEMA_OR_LIST -> isSchema(value) || isSchemas(value);
            case DEPENDENCIES -> each(value, v -> isSchema(v) || isNames(v));
            case NAME_LISTS -> each(value, ShapeCheck::isNames);
            case NAMES -> isNames(value);
            case TYPE -> isType(value) || isTypes(value);
            case STRING, REGEX -> value.kind() == JsonKind.STRING;
            case ANCHOR -> isAnchor(value.string());
            case BOOLEAN -> value.kind() == JsonKind.BOOLEAN;
            case NUMBER -> value.kind() == JsonKind.NUMBER;
            case POSITIVE_NUMBER -> isAtLeast(value, 1);
            case COUNT -> isAtLeast(value, 0) && isWhole(value);
            case ARRAY -> value.kind() == JsonKind.ARRAY;
            case OBJECT -> value.isObject();
        };
    }

    static boolean isSchema(Json value) {
        return value.isObject() || value.kind() == JsonKind.BOOLEAN;
    }

    private static boolean isSchemas(Json value) {
        List<Json> schemas = value.elements();
        return !schemas.isEmpty() && schemas.stream().allMatch(ShapeCheck::isSchema);
    }

    private static boolean each(Json value, Predicate<Json> fits) {
        return value.isObject() && value.members().values().stream().allMatch(fits);
    }

    private static boolean isNames(Json value) {
        Set<String> seen = new HashSet<>();
        return value.kind() == JsonKind.ARRAY
                && value.elements().stream()
                        .allMatch(e -> e.kind() == JsonKind.STRING && seen.add(String.valueOf(e.string())));
    }

    private static boolean isType(Json value) {
        String name = value.string();
        return name != null && TYPES.contains(name);
    }

    private static boolean isTypes(Json value) {
        return isNames(value)
                && !value.elements().isEmpty()
                && value.elements().stream().allMatch(ShapeCheck::isType);
    }

    /** Whether it is a number with that sign or a greater one. */
    private static boolean isAtLeast(Json value, int sign) {
        BigDecimal number = value.number();
        return number != null && number.signum() >= sign;
    }

    private static boolean isWhole(Json value) {
        BigDecimal number = value.number();
        return number != null && number.stripTrailingZeros().scale() <= 0;
    }

    private static boolean isAnchor(@Nullable String name) {
        if (name == null || name.isEmpty() || !(isLetter(name.charAt(0)) || name.charAt(0) == '_')) {
            return false;
        }
        return name.chars().allMatch(c -> isLetter(c) || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.');
    }

    private static boolean isLetter(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }
}
