package dev.tenon.schema.internal.generate;

import dev.tenon.schema.SchemaException;
import dev.tenon.schema.annotation.NumberRange;
import dev.tenon.schema.annotation.SizeRange;
import dev.tenon.schema.annotation.StringFormat;
import dev.tenon.schema.annotation.StringPattern;
import java.util.Map;
import tools.jackson.databind.BeanProperty;

/**
 * Adds the keywords that {@link NumberRange}, {@link SizeRange}, {@link StringPattern} and {@link StringFormat} define.
 */
final class ConstraintKeywordWriter {
    private ConstraintKeywordWriter() {}

    static void addConstraints(Map<String, Object> schema, BeanProperty member) {
        NumberRange range = member.getAnnotation(NumberRange.class);
        if (range != null) {
            addRange(schema, range);
        }
        SizeRange size = member.getAnnotation(SizeRange.class);
        if (size != null) {
            addSize(schema, size);
        }
        StringPattern pattern = member.getAnnotation(StringPattern.class);
        if (pattern != null) {
            addKeywordToStringOrItems(schema, "pattern", pattern.value());
        }
        StringFormat format = member.getAnnotation(StringFormat.class);
        if (format != null) {
            addKeywordToStringOrItems(schema, "format", format.value());
        }
    }

    /**
     * Adds {@code minimum} and {@code maximum}. Removes {@code format} if both bounds are in the range of an int.
     *
     * @throws SchemaException if the schema is not that of a number
     */
    private static void addRange(Map<String, Object> schema, NumberRange range) {
        Object type = schema.get("type");
        if (!"integer".equals(type) && !"number".equals(type)) {
            throw new SchemaException("#", "@NumberRange is for numbers");
        }
        if (Double.isFinite(range.min())) {
            schema.put("minimum", toJsonNumber(range.min()));
        }
        if (Double.isFinite(range.max())) {
            schema.put("maximum", toJsonNumber(range.max()));
        }
        boolean bounded = Double.isFinite(range.min()) && Double.isFinite(range.max());
        if (bounded && range.min() >= Integer.MIN_VALUE && range.max() <= Integer.MAX_VALUE) {
            schema.remove("format");
        }
    }

    private static Number toJsonNumber(double value) {
        boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1L << 53;
        return isWhole ? (Number) (long) value : (Number) value;
    }

    /**
     * Adds the limits of the length, the items or the properties. A schema without a type is treated as an object.
     *
     * @throws SchemaException if the schema has another type than string, array or object
     */
    private static void addSize(Map<String, Object> schema, SizeRange size) {
        Object type = schema.get("type");
        String unit = "string".equals(type) ? "Length" : "array".equals(type) ? "Items" : "Properties";
        if (type != null && !"string".equals(type) && !"array".equals(type) && !"object".equals(type)) {
            throw new SchemaException("#", "@SizeRange is for strings, lists and maps");
        }
        if (size.min() > 0) {
            schema.put("min" + unit, size.min());
        }
        if (size.max() < Integer.MAX_VALUE) {
            schema.put("max" + unit, size.max());
        }
    }

    @SuppressWarnings("unchecked")
    private static void addKeywordToStringOrItems(Map<String, Object> schema, String keyword, String value) {
        Object target = "array".equals(schema.get("type")) ? schema.get("items") : schema;
        if (!(target instanceof Map<?, ?> map) || !"string".equals(map.get("type"))) {
            throw new SchemaException(
                    "#", "@" + (keyword.equals("pattern") ? "StringPattern" : "StringFormat") + " is for strings");
        }
        ((Map<String, Object>) map).put(keyword, value);
    }
}
