package dev.tenon.schema.internal.generate;

import static dev.tenon.schema.internal.generate.ObjectSchemaGenerator.unsupportedType;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeInfo.As;
import com.fasterxml.jackson.annotation.JsonTypeInfo.Id;
import dev.tenon.json.JsonBinder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.jsontype.NamedType;

/** Generates schemas of types whose values may be of several classes; the value names its class. */
record PolymorphicSchemaGenerator(ObjectSchemaGenerator objects) {

    Map<String, Object> generate(JavaType type, JsonTypeInfo.Value info) {
        List<NamedType> subtypes = objects.jackson().findSubtypes(type);
        rejectUnsupported(type, info, subtypes);
        if (type.isConcrete() && subtypes.size() == 1) {
            return generateSubtype(info, type, subtypes.get(0).getName());
        }
        TypeSchemaGenerator types = objects.types();
        List<Object> alternatives = new ArrayList<>();
        for (NamedType subtype : subtypes) {
            JavaType java = JsonBinder.mapper().getTypeFactory().constructSpecializedType(type, subtype.getType());
            alternatives.add(
                    java.equals(type) ? generateSubtype(info, java, subtype.getName()) : types.generate(java, null));
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        objects.annotations().addTypeKeywords(schema, type);
        // The class name in the value makes the alternatives exclusive.
        schema.put(info.getIdType() == Id.DEDUCTION ? "anyOf" : "oneOf", alternatives);
        return schema;
    }

    private Map<String, Object> generateSubtype(JsonTypeInfo.Value info, JavaType type, String name) {
        if (info.getIdType() == Id.DEDUCTION) {
            return objects.generateObject(type, null, name);
        }
        if (info.getInclusionType() != As.WRAPPER_OBJECT) {
            rejectTagCollision(type, info);
            return objects.generateObject(type, tagName(info), name);
        }
        Map<String, Object> wrapped = new LinkedHashMap<>(Map.of(name, objects.generateObject(type, null, name)));
        Map<String, Object> schema = ScalarSchemas.schemaWithKeyword("object", "properties", wrapped);
        schema.put("required", List.of(name));
        schema.put("additionalProperties", false);
        return schema;
    }

    /** Rejects a member with the name of the tag, since Jackson would write it twice. */
    private void rejectTagCollision(JavaType type, JsonTypeInfo.Value info) {
        List<BeanProperty> members = objects.jackson().findMembers(type);
        boolean collides = members != null
                && members.stream().anyMatch(member -> member.getName().equals(tagName(info)));
        if (collides && info.getInclusionType() == As.PROPERTY) {
            throw unsupportedType(
                    type, "its member " + tagName(info) + " has the same name as the member for the class name");
        }
    }

    private static String tagName(JsonTypeInfo.Value info) {
        String name = info.getPropertyName();
        return name == null || name.isEmpty() ? info.getIdType().getDefaultPropertyName() : name;
    }

    private static void rejectUnsupported(JavaType type, JsonTypeInfo.Value info, List<NamedType> subtypes) {
        Id id = info.getIdType();
        if (id != Id.NAME && id != Id.SIMPLE_NAME && id != Id.DEDUCTION) {
            throw unsupportedType(type, "values name their class by " + id + "; use JsonTypeInfo.Id.NAME");
        }
        As inclusion = info.getInclusionType();
        if (inclusion != As.PROPERTY && inclusion != As.EXISTING_PROPERTY && inclusion != As.WRAPPER_OBJECT) {
            throw unsupportedType(
                    type, "the class name is included as " + inclusion + "; use JsonTypeInfo.As.PROPERTY");
        }
        if (subtypes.isEmpty()) {
            throw unsupportedType(type, "no subtypes are known; seal it, or name them with @JsonSubTypes");
        }
        long names = subtypes.stream().map(NamedType::getName).distinct().count();
        if (id != Id.DEDUCTION && names < subtypes.size()) {
            throw unsupportedType(type, "two of its subtypes have the same name; use @JsonTypeName");
        }
    }
}
