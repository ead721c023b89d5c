package dev.tenon.schema;

import java.util.Map;
import tools.jackson.databind.BeanProperty;

/** The keywords that {@link Range}, {@link Size}, {@link Pattern} and {@link Format} stand for. */
final class Constraints {
    private Constraints() {}

    static void add(Map<String, Object> schema, BeanProperty member) {
        Range range = member.getAnnotation(Range.class);
        if (range != null) {
            range(schema, range);
        }
        Size size = member.getAnnotation(Size.class);
        if (size != null) {
            size(schema, size);
        }
        Pattern pattern = member.getAnnotation(Pattern.class);
        if (pattern != null) {
            string(schema, "pattern", pattern.value());
        }
        Format format = member.getAnnotation(Format.class);
        if (format != null) {
            string(schema, "format", format.value());
        }
    }

    private static void range(Map<String, Object> schema, Range range) {
        Object type = schema.get("type");
        if (!"integer".equals(type) && !"number".equals(type)) {
            throw new SchemaException("#", "@Range is for numbers");
        }
        if (Double.isFinite(range.min())) {
            schema.put("minimum", number(range.min()));
        }
        if (Double.isFinite(range.max())) {
            schema.put("maximum", number(range.max()));
        }
        boolean bounded = Double.isFinite(range.min()) && Double.isFinite(range.max());
        if (bounded && range.min() >= Integer.MIN_VALUE && range.max() <= Integer.MAX_VALUE) {
            schema.remove("format");
        }
    }

    private static Number number(double value) {
        boolean whole = value == Math.rint(value) && Math.abs(value) < 1L << 53;
        return whole ? (Number) (long) value : (Number) value;
    }

    private static void size(Map<String, Object> schema, Size size) {
        Object type = schema.get("type");
        String unit = "string".equals(type) ? "Length" : "array".equals(type) ? "Items" : "Properties";
        if (type != null && !"string".equals(type) && !"array".equals(type) && !"object".equals(type)) {
            throw new SchemaException("#", "@Size is for strings, lists and maps");
        }
        if (size.min() > 0) {
            schema.put("min" + unit, size.min());
        }
        if (size.max() < Integer.MAX_VALUE) {
            schema.put("max" + unit, size.max());
        }
    }

    @SuppressWarnings("unchecked")
    private static void string(Map<String, Object> schema, String keyword, String value) {
        Object target = "array".equals(schema.get("type")) ? schema.get("items") : schema;
        if (!(target instanceof Map<?, ?> map) || !"string".equals(map.get("type"))) {
            throw new SchemaException(
                    "#", "@" + (keyword.equals("pattern") ? "Pattern" : "Format") + " is for strings");
        }
        ((Map<String, Object>) map).put(keyword, value);
    }
}
