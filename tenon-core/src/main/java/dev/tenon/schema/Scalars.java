package dev.tenon.schema;

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

/** Types that are one string, number or boolean in JSON, and what Jackson reads and writes for them. */
final class Scalars {
    /** As {@code Duration.parse} reads; the digits are bounded so that no sum of the parts is out of range. */
    private static final String DURATION = "^[-+]?P(?=.)([-+]?[0-9]{1,12}D)?"
            + "(T(?=.)([-+]?[0-9]{1,12}H)?([-+]?[0-9]{1,12}M)?([-+]?[0-9]{1,12}(\\.[0-9]{1,9})?S)?)?$";

    private static final String PERIOD =
            "^[-+]?P(?=.)([-+]?[0-9]{1,9}Y)?([-+]?[0-9]{1,9}M)?([-+]?[0-9]{1,8}W)?([-+]?[0-9]{1,9}D)?$";

    private static final Map<Class<?>, Map<String, Object>> ALL = all();

    private Scalars() {}

    /** The schema, for the caller to change; null when the type is no scalar. */
    static @Nullable Map<String, Object> of(Class<?> type, Direction direction) {
        Map<String, Object> schema = ALL.get(type);
        if (schema == null) {
            return null;
        }
        Map<String, Object> own = new LinkedHashMap<>(schema);
        if (type == URI.class && direction == Direction.OUTPUT) {
            own.put("format", "iri-reference");
        }
        return own;
    }

    /** What the keys of a map look like as member names; empty when any will do. */
    static Map<String, Object> key(Class<?> type) {
        if (type == String.class || type == Object.class) {
            return Map.of();
        }
        if (type.isEnum()) {
            return EnumSchemas.of(type);
        }
        if (type == Integer.class || type == Long.class) {
            return Map.of("pattern", "^-?[0-9]{1," + (type == Long.class ? 18 : 9) + "}$");
        }
        if (type == UUID.class || type == LocalDate.class) {
            return string("format", type == UUID.class ? "uuid" : "date");
        }
        throw new SchemaException("#", "cannot describe a map with keys of " + type.getName() + "; use strings");
    }

    /** Whether the type stands for a value that may be absent. */
    static boolean isOptional(Class<?> type) {
        boolean isBox = !type.isPrimitive() && ClassUtil.primitiveType(type) != null;
        return type == OptionalInt.class || type == OptionalLong.class || type == OptionalDouble.class || isBox;
    }

    private static Map<Class<?>, Map<String, Object>> all() {
        Map<Class<?>, Map<String, Object>> all = new HashMap<>();
        put(all, Map.of("type", "boolean"), boolean.class, Boolean.class);
        put(all, ordered("integer", "format", "int32"), int.class, Integer.class, OptionalInt.class);
        put(all, ordered("integer", "format", "int64"), long.class, Long.class, OptionalLong.class);
        put(all, range(Short.MIN_VALUE, Short.MAX_VALUE), short.class, Short.class);
        put(all, range(Byte.MIN_VALUE, Byte.MAX_VALUE), byte.class, Byte.class);
        put(all, Map.of("type", "integer"), BigInteger.class);
        put(all, Map.of("type", "number"), double.class, Double.class, float.class, Float.class, OptionalDouble.class);
        put(all, Map.of("type", "number"), BigDecimal.class, Number.class);
        put(all, Map.of("type", "string"), String.class, CharSequence.class, Locale.class, char[].class);
        put(all, string("pattern", "^[\\u0000-\\uffff]$"), char.class, Character.class);
        Map<String, Object> bytes = ordered("string", "contentEncoding", "base64");
        bytes.put("format", "byte");
        put(all, bytes, byte[].class);
        put(all, string("format", "uuid"), UUID.class);
        put(all, string("format", "uri"), URI.class, URL.class);
        times(all);
        return all;
    }

    private static void times(Map<Class<?>, Map<String, Object>> all) {
        put(all, string("format", "date"), LocalDate.class);
        put(all, string("format", "date-time"), Instant.class, OffsetDateTime.class, ZonedDateTime.class, Date.class);
        put(all, string("format", "date-time-local"), LocalDateTime.class);
        put(all, string("format", "time-local"), LocalTime.class);
        put(all, string("format", "time"), OffsetTime.class);
        put(all, pattern("^[0-9]{4}-(0[1-9]|1[0-2])$", "2026-11"), YearMonth.class);
        put(all, pattern(DURATION, "PT1H30M"), Duration.class);
        put(all, pattern(PERIOD, "P1Y2M3D"), Period.class);
    }

    private static Map<String, Object> string(String keyword, String value) {
        return ordered("string", keyword, value);
    }

    private static Map<String, Object> pattern(String pattern, String example) {
        Map<String, Object> schema = string("pattern", pattern);
        schema.put("examples", List.of(example));
        return schema;
    }

    private static Map<String, Object> range(int min, int max) {
        Map<String, Object> schema = ordered("integer", "minimum", min);
        schema.put("maximum", max);
        return schema;
    }

    private static Map<String, Object> ordered(String type, String keyword, Object value) {
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
