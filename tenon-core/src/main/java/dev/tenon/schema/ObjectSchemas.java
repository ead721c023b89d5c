package dev.tenon.schema;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
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

/** Schemas of records, beans and sealed types. */
final class ObjectSchemas {
    private final TypeSchemas types;
    private final JacksonView jackson;
    private final Decorations decorations;

    ObjectSchemas(TypeSchemas types, JacksonView jackson) {
        this.types = types;
        this.jackson = jackson;
        this.decorations = new Decorations(jackson);
    }

    Direction direction() {
        return jackson.direction;
    }

    Map<String, Object> of(JavaType type) {
        AnnotatedMember value = jackson.value(type);
        if (value != null) {
            return types.of(value.getType(), Nullness.use(value));
        }
        JsonTypeInfo.Value info = jackson.context
                .getAnnotationIntrospector()
                .findPolymorphicTypeInfo(jackson.context.getConfig(), jackson.context.introspectClassAnnotations(type));
        boolean plain = info == null || info.getIdType() == JsonTypeInfo.Id.NONE;
        return plain ? object(type, null, "") : new Unions(types, this, jackson).of(type, info);
    }

    /**
     * The schema of an object with members.
     *
     * @param tag the member that names the class, or null when there is none
     * @param name the name of the class, in that member
     */
    Map<String, Object> object(JavaType type, @Nullable String tag, String name) {
        List<BeanProperty> members = jackson.members(type);
        if (members == null) {
            throw refusal(type, "Jackson does not treat it as an object with members; write the schema by hand");
        }
        refuseWhatIsNotDescribed(type);
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        decorations.type(schema, type);
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        if (tag != null) {
            properties.put(tag, new LinkedHashMap<>(Map.of("const", name)));
            required.add(tag);
        }
        for (BeanProperty member : members) {
            if (!member.getName().equals(tag)) {
                properties.put(member.getName(), member(type, member));
                if (decorations.isRequired(member)) {
                    required.add(member.getName());
                }
            }
        }
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        if (!jackson.isOpen(type)) {
            schema.put("additionalProperties", false);
        }
        return schema;
    }

    private Map<String, Object> member(JavaType owner, BeanProperty member) {
        try {
            Map<String, Object> schema = types.of(member.getType(), Nullness.use(member.getMember()));
            decorations.member(schema, member);
            boolean isNull = jackson.isWrittenAsNull(member) && !decorations.isRequired(member);
            return isNull ? TypeSchemas.nullable(schema) : schema;
        } catch (SchemaException e) {
            throw e.pointer().equals("#") ? refusal(owner, "member " + member.getName() + ": " + e.problem()) : e;
        }
    }

    private void refuseWhatIsNotDescribed(JavaType type) {
        BeanDescription description = jackson.describe(type);
        if (description.getObjectIdInfo() != null) {
            throw refusal(type, "object identities are not described; write the schema by hand");
        }
        for (BeanPropertyDefinition property : description.findProperties()) {
            AnnotatedMember member = property.getPrimaryMember();
            if (member != null && member.hasAnnotation(JsonUnwrapped.class)) {
                throw refusal(type, "@JsonUnwrapped is not described; write the schema by hand");
            }
        }
    }

    static SchemaException refusal(JavaType type, String why) {
        return new SchemaException("type " + type.toCanonical(), why);
    }
}
