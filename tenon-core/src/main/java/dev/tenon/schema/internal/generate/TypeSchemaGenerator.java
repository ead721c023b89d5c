package dev.tenon.schema.internal.generate;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.tenon.json.Json;
import dev.tenon.json.JsonBinder;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;

/** Schemas of Java types, as trees of maps, in one direction. One instance makes one schema. */
public final class TypeSchemaGenerator {
    private final DefinitionRegistry definitions = new DefinitionRegistry();
    private final ObjectSchemaGenerator objects;

    public TypeSchemaGenerator(SchemaDirection direction) {
        objects = new ObjectSchemaGenerator(this, JacksonIntrospector.of(direction));
    }

    /** A whole schema: the type's own at the root, shared and recursive ones under {@code $defs}. */
    public Map<String, Object> generateRoot(Type type) {
        return definitions.resolveReferences(generate(JsonBinder.mapper().constructType(type), null));
    }

    /**
     * The schema of a type.
     *
     * @param use the type as it stands in the source, for annotations on its arguments; null when unknown
     */
    Map<String, Object> generate(JavaType type, @Nullable AnnotatedType use) {
        Class<?> raw = type.getRawClass();
        Map<String, Object> scalar = ScalarSchemas.find(raw, objects.direction());
        if (scalar != null) {
            return scalar;
        }
        if (raw == Object.class || raw == Json.class || JsonNode.class.isAssignableFrom(raw)) {
            return new LinkedHashMap<>();
        }
        if (type.isReferenceType()) {
            return generate(type.getContentType(), NullableDetector.typeArgument(use, 0));
        }
        if (raw.isEnum()) {
            return EnumSchemaGenerator.generate(raw);
        }
        if (type.isArrayType() || type.isCollectionLikeType()) {
            return arraySchema(type, use);
        }
        if (type.isMapLikeType()) {
            return mapSchema(type, use);
        }
        return definitions.referenceTo(type, () -> objects.generate(type));
    }

    private Map<String, Object> arraySchema(JavaType type, @Nullable AnnotatedType use) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "array");
        schema.put("items", elementSchema(type, use, 0));
        // Two decimals that differ in Java, 1 and 1.0, are the same number in JSON.
        Class<?> element = type.getContentType().getRawClass();
        boolean exact = element != BigDecimal.class && element != Object.class && element != Json.class;
        if (Set.class.isAssignableFrom(type.getRawClass()) && exact) {
            schema.put("uniqueItems", true);
        }
        return schema;
    }

    private Map<String, Object> mapSchema(JavaType type, @Nullable AnnotatedType use) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        Map<String, Object> names = ScalarSchemas.keySchema(type.getKeyType().getRawClass());
        if (!names.isEmpty()) {
            schema.put("propertyNames", names);
        }
        schema.put("additionalProperties", elementSchema(type, use, 1));
        return schema;
    }

    private Map<String, Object> elementSchema(JavaType type, @Nullable AnnotatedType use, int argument) {
        AnnotatedType element = NullableDetector.typeArgument(use, argument);
        Map<String, Object> schema = generate(type.getContentType(), element);
        boolean mayBeNull = type.getContentType().isReferenceType() || NullableDetector.isNullable(element);
        return mayBeNull ? allowNull(schema) : schema;
    }

    /** The schema of the same values, and null. */
    static Map<String, Object> allowNull(Map<String, Object> schema) {
        if (schema.isEmpty()) {
            return schema;
        }
        Map<String, Object> wider = new LinkedHashMap<>(schema);
        boolean constants = schema.containsKey("enum") || schema.containsKey("const");
        if (schema.get("type") instanceof String type && !constants) {
            wider.put("type", List.of(type, "null"));
            return wider;
        }
        return new LinkedHashMap<>(Map.of("anyOf", new ArrayList<>(List.of(schema, Map.of("type", "null")))));
    }

    /** Whether the format annotation changes how a scalar is written, beyond what a schema could say. */
    static boolean hasCustomFormat(JsonFormat.@Nullable Value format) {
        return format != null && (format.hasPattern() || format.getShape() == JsonFormat.Shape.NUMBER);
    }
}
