package dev.tenon.schema.internal.generate;

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

/** Generates the schema of a Java type as nested maps, in one direction. An instance generates a single schema. */
public final class TypeSchemaGenerator {
    private final DefinitionRegistry definitions = new DefinitionRegistry();
    private final ObjectSchemaGenerator objects;

    public TypeSchemaGenerator(SchemaDirection direction) {
        JacksonIntrospector jackson = JacksonIntrospector.of(direction);
        objects = new ObjectSchemaGenerator(this, jackson, new AnnotationKeywordWriter(jackson));
    }

    /** Generates a whole schema: the type's own at the root, shared and recursive ones under {@code $defs}. */
    public Map<String, Object> generateRoot(Type type) {
        return definitions.inlineAndAddDefinitions(generate(JsonBinder.mapper().constructType(type), null));
    }

    /**
     * Generates the schema of a type.
     *
     * @param annotatedType the type as declared in the source, for annotations on its arguments; null when unknown
     */
    Map<String, Object> generate(JavaType type, @Nullable AnnotatedType annotatedType) {
        Class<?> raw = type.getRawClass();
        Map<String, Object> scalar = ScalarSchemas.find(raw, objects.jackson().direction);
        if (scalar != null) {
            return scalar;
        }
        if (raw == Object.class || raw == Json.class || JsonNode.class.isAssignableFrom(raw)) {
            return new LinkedHashMap<>();
        }
        if (type.isReferenceType()) {
            return generate(type.getContentType(), NullableDetector.typeArgumentOrArrayComponent(annotatedType, 0));
        }
        if (raw.isEnum()) {
            return EnumSchemaGenerator.generate(raw);
        }
        if (type.isArrayType() || type.isCollectionLikeType()) {
            return arraySchema(type, annotatedType);
        }
        if (type.isMapLikeType()) {
            return mapSchema(type, annotatedType);
        }
        return definitions.referenceTo(type, () -> objects.generate(type));
    }

    private Map<String, Object> arraySchema(JavaType type, @Nullable AnnotatedType annotatedType) {
        Map<String, Object> schema =
                ScalarSchemas.schemaWithKeyword("array", "items", elementSchema(type, annotatedType, 0));
        // Decimals that differ in Java, such as 1 and 1.0, are the same number in JSON.
        Class<?> element = type.getContentType().getRawClass();
        boolean exact = element != BigDecimal.class && element != Object.class && element != Json.class;
        if (Set.class.isAssignableFrom(type.getRawClass()) && exact) {
            schema.put("uniqueItems", true);
        }
        return schema;
    }

    private Map<String, Object> mapSchema(JavaType type, @Nullable AnnotatedType annotatedType) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        Map<String, Object> keySchema =
                ScalarSchemas.keySchema(type.getKeyType().getRawClass());
        if (!keySchema.isEmpty()) {
            schema.put("propertyNames", keySchema);
        }
        schema.put("additionalProperties", elementSchema(type, annotatedType, 1));
        return schema;
    }

    private Map<String, Object> elementSchema(JavaType type, @Nullable AnnotatedType annotatedType, int argument) {
        AnnotatedType element = NullableDetector.typeArgumentOrArrayComponent(annotatedType, argument);
        Map<String, Object> schema = generate(type.getContentType(), element);
        boolean mayBeNull = type.getContentType().isReferenceType() || NullableDetector.isNullable(element);
        return mayBeNull ? withNullAllowed(schema) : schema;
    }

    /** Returns the schema of the same values and null. */
    static Map<String, Object> withNullAllowed(Map<String, Object> schema) {
        if (schema.isEmpty()) {
            return schema;
        }
        Map<String, Object> extended = new LinkedHashMap<>(schema);
        boolean constants = schema.containsKey("enum") || schema.containsKey("const");
        if (schema.get("type") instanceof String type && !constants) {
            extended.put("type", List.of(type, "null"));
            return extended;
        }
        return new LinkedHashMap<>(Map.of("anyOf", new ArrayList<>(List.of(schema, Map.of("type", "null")))));
    }
}
