package dev.tenon.schema.internal.generate;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tenon.schema.SchemaException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;

/** Generates schemas of records, beans and sealed types. */
record ObjectSchemaGenerator(
        TypeSchemaGenerator types, JacksonIntrospector jackson, AnnotationKeywordWriter annotations) {
    Map<String, Object> generate(JavaType type) {
        AnnotatedMember value = jackson.findValueAccessor(type);
        if (value != null) {
            return types.generate(value.getType(), NullableDetector.annotatedTypeOf(value));
        }
        JsonTypeInfo.Value info = jackson.context
                .getAnnotationIntrospector()
                .findPolymorphicTypeInfo(jackson.context.getConfig(), jackson.context.introspectClassAnnotations(type));
        boolean isMonomorphic = info == null || info.getIdType() == JsonTypeInfo.Id.NONE;
        return isMonomorphic
                ? generateObject(type, null, "")
                : new PolymorphicSchemaGenerator(this).generate(type, info);
    }

    /**
     * Generates the schema of an object with members.
     *
     * @param tag the member that names the class; null without one
     * @param name the name of the class in that member
     */
    Map<String, Object> generateObject(JavaType type, @Nullable String tag, String name) {
        List<BeanProperty> members = jackson.findMembers(type);
        if (members == null) {
            throw unsupportedType(
                    type, "Jackson does not treat it as an object with members; write the schema by hand");
        }
        rejectObjectIdsAndUnwrapped(type);
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        annotations.addTypeKeywords(schema, type);
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        if (tag != null) {
            properties.put(tag, new LinkedHashMap<>(Map.of("const", name)));
            required.add(tag);
        }
        for (BeanProperty member : members) {
            if (!member.getName().equals(tag)) {
                properties.put(member.getName(), generateMember(type, member));
                if (annotations.isRequired(member)) {
                    required.add(member.getName());
                }
            }
        }
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        if (!jackson.allowsUnknownMembers(type)) {
            schema.put("additionalProperties", false);
        }
        return schema;
    }

    private Map<String, Object> generateMember(JavaType owner, BeanProperty member) {
        try {
            Map<String, Object> schema =
                    types.generate(member.getType(), NullableDetector.annotatedTypeOf(member.getMember()));
            annotations.addMemberKeywords(schema, member);
            boolean allowsNull = jackson.isWrittenAsNull(member) && !annotations.isRequired(member);
            return allowsNull ? TypeSchemaGenerator.withNullAllowed(schema) : schema;
        } catch (SchemaException e) {
            throw e.pointer().equals("#")
                    ? unsupportedType(owner, "member " + member.getName() + ": " + e.problem())
                    : e;
        }
    }

    private void rejectObjectIdsAndUnwrapped(JavaType type) {
        BeanDescription description = jackson.describe(type);
        if (description.getObjectIdInfo() != null) {
            throw unsupportedType(type, "object identities are not described; write the schema by hand");
        }
        for (BeanPropertyDefinition property : description.findProperties()) {
            AnnotatedMember member = property.getPrimaryMember();
            if (member != null && member.hasAnnotation(JsonUnwrapped.class)) {
                throw unsupportedType(type, "@JsonUnwrapped is not described; write the schema by hand");
            }
        }
    }

    static SchemaException unsupportedType(JavaType type, String why) {
        return new SchemaException("type " + type.toCanonical(), why);
    }
}
