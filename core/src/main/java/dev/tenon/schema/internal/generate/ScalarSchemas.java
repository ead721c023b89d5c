package dev.tenon.schema.internal.generate;

import dev.tenon.schema.SchemaException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.ClassUtil;

/** Defines the schemas of types that are a string, number or boolean in JSON, as Jackson reads and writes them. */
final class ScalarSchemas {
    /** The syntax of {@code Duration.parse}. The digits are limited so that the sum of the parts stays in range. */
    private static final String DURATION = "^[-+]?P(?=.)([-+]?[0-9]{1,12}D)?"
            + "(T(?=.)([-+]?[0-9]{1,12}H)?([-+]?[0-9]{1,12}M)?([-+]?[0-9]{1,12}(\\.[0-9]{1,9})?S)?)?$";

    private static final String PERIOD =
            "^[-+]?P(?=.)([-+]?[0-9]{1,9}Y)?([-+]?[0-9]{1,9}M)?([-+]?[0-9]{1,8}W)?([-+]?[0-9]{1,9}D)?$";

    private static final Map<Class<?>, Map<String, Object>> ALL = createSchemas();

    private ScalarSchemas() {}

    /** Returns a new, mutable schema, or null when the type is not a scalar. */
    static @Nullable Map<String, Object> find(Class<?> type, SchemaDirection direction) {
        Map<String, Object> schema = ALL.get(type);
        if (schema == null) {
            return null;
        }
        Map<String, Object> own = new LinkedHashMap<>(schema);
        if (type == URI.class && direction == SchemaDirection.OUTPUT) {
            own.put("format", "iri-reference");
        }
        return own;
    }

    /**
     * Returns the schema of map keys as member names; empty when any name is allowed.
     *
     * @throws SchemaException for other key types than String, Object, enums, Integer, Long, UUID and LocalDate
     */
    static Map<String, Object> keySchema(Class<?> type) {
        if (type == String.class || type == Object.class) {
            return Map.of();
        }
        if (type.isEnum()) {
            return EnumSchemaGenerator.generate(type);
        }
        if (type == Integer.class || type == Long.class) {
            return Map.of("pattern", "^-?[0-9]{1," + (type == Long.class ? 18 : 9) + "}$");
        }
        if (type == UUID.class || type == LocalDate.class) {
            return schemaWithKeyword("string", "format", type == UUID.class ? "uuid" : "date");
        }
        throw new SchemaException("#", "cannot describe a map with keys of " + type.getName() + "; use strings");
    }

    /** Returns whether the type represents a value that may be absent: an optional number or a boxed primitive. */
    static boolean isOptionalOrBoxed(Class<?> type) {
        boolean isBox = !type.isPrimitive() && ClassUtil.primitiveType(type) != null;
        return type == OptionalInt.class || type == OptionalLong.class || type == OptionalDouble.class || isBox;
    }

    private static Map<Class<?>, Map<String, Object>> createSchemas() {
        Map<Class<?>, Map<String, Object>> all = new HashMap<>();
        put(all, Map.of("type", "boolean"), boolean.class, Boolean.class);
        put(all, schemaWithKeyword("integer", "format", "int32"), int.class, Integer.class, OptionalInt.class);
        put(all, schemaWithKeyword("integer", "format", "int64"), long.class, Long.class, OptionalLong.class);
        put(all, integerRangeSchema(Short.MIN_VALUE, Short.MAX_VALUE), short.class, Short.class);
        put(all, integerRangeSchema(Byte.MIN_VALUE, Byte.MAX_VALUE), byte.class, Byte.class);
        put(all, Map.of("type", "integer"), BigInteger.class);
        put(all, Map.of("type", "number"), double.class, Double.class, float.class, Float.class, OptionalDouble.class);
        put(all, Map.of("type", "number"), BigDecimal.class, Number.class);
        put(all, Map.of("type", "string"), String.class, CharSequence.class, Locale.class, char[].class);
        put(all, schemaWithKeyword("string", "pattern", "^[\\u0000-\\uffff]$"), char.class, Character.class);
        Map<String, Object> bytes = schemaWithKeyword("string", "contentEncoding", "base64");
        bytes.put("format", "byte");
        put(all, bytes, byte[].class);
        put(all, schemaWithKeyword("string", "format", "uuid"), UUID.class);
        put(all, schemaWithKeyword("string", "format", "uri"), URI.class, URL.class);
        putTimeTypes(all);
        return all;
    }

    private static void putTimeTypes(Map<Class<?>, Map<String, Object>> all) {
        put(all, schemaWithKeyword("string", "format", "date"), LocalDate.class);
        put(all, schemaWithKeyword("string", "format", "date-time"), Instant.class, OffsetDateTime.class);
        put(all, schemaWithKeyword("string", "format", "date-time"), ZonedDateTime.class, Date.class);
        put(all, schemaWithKeyword("string", "format", "date-time-local"), LocalDateTime.class);
        put(all, schemaWithKeyword("string", "format", "time-local"), LocalTime.class);
        put(all, schemaWithKeyword("string", "format", "time"), OffsetTime.class);
        put(all, patternSchema("^[0-9]{4}-(0[1-9]|1[0-2])$", "2026-11"), YearMonth.class);
        put(all, patternSchema(DURATION, "PT1H30M"), Duration.class);
        put(all, patternSchema(PERIOD, "P1Y2M3D"), Period.class);
    }

    private static Map<String, Object> patternSchema(String pattern, String example) {
        Map<String, Object> schema = schemaWithKeyword("string", "pattern", pattern);
        schema.put("examples", List.of(example));
        return schema;
    }

    private static Map<String, Object> integerRangeSchema(int min, int max) {
        Map<String, Object> schema = schemaWithKeyword("integer", "minimum", min);
        schema.put("maximum", max);
        return schema;
    }

    static Map<String, Object> schemaWithKeyword(String type, String keyword, Object value) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", type);
        schema.put(keyword, value);
        return schema;
    }

    private static void put(Map<Class<?>, Map<String, Object>> all, Map<String, Object> schema, Class<?>... types) {
        for (Class<?> type : types) {
            all.put(type, schema);
        }
    }
}
