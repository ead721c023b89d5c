package dev.tenon.schema.internal.generate;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.schema.annotation.Description;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Generates schemas of enums, with the constants as Jackson writes them. */
public final class EnumSchemaGenerator {
    private EnumSchemaGenerator() {}

    static Map<String, Object> generate(Class<?> type) {
        Map<String, Object> schema = new LinkedHashMap<>();
        List<Json> values = new ArrayList<>();
        List<String> described = new ArrayList<>();
        for (Object constant : type.getEnumConstants()) {
            Json value = Json.of(constant);
            values.add(value);
            Description own = fieldOf(type, constant).getAnnotation(Description.class);
            if (own != null) {
                described.add(Objects.requireNonNullElse(value.string(), value.toString()) + ": " + own.value());
            }
        }
        if (values.stream().allMatch(v -> v.kind() == JsonKind.STRING)) {
            schema.put("type", "string");
        }
        schema.put("enum", values);
        String text = describe(type, String.join("; ", described));
        if (text != null) {
            schema.put("description", text);
        }
        return schema;
    }

    private static @Nullable String describe(Class<?> type, String constants) {
        Description own = type.getAnnotation(Description.class);
        if (own == null) {
            return constants.isEmpty() ? null : constants;
        }
        return constants.isEmpty() ? own.value() : own.value() + " (" + constants + ")";
    }

    /** Returns the field that declares a constant. */
    public static AnnotatedElement fieldOf(Class<?> type, Object constant) {
        try {
            return type.getField(((Enum<?>) constant).name());
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }
}
