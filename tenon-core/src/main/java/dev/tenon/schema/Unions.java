package dev.tenon.schema;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeInfo.As;
import com.fasterxml.jackson.annotation.JsonTypeInfo.Id;
import dev.tenon.json.JsonBinding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.jsontype.NamedType;

/** Schemas of types whose values may be of several classes, one of which is named in the value. */
final class Unions {
    private final TypeSchemas types;
    private final ObjectSchemas objects;
    private final JacksonView jackson;

    Unions(TypeSchemas types, ObjectSchemas objects, JacksonView jackson) {
        this.types = types;
        this.objects = objects;
        this.jackson = jackson;
    }

    Map<String, Object> of(JavaType type, JsonTypeInfo.Value info) {
        List<NamedType> subtypes = jackson.subtypes(type);
        refuseWhatIsNotDescribed(type, info, subtypes);
        if (type.isConcrete() && subtypes.size() == 1) {
            return wrapped(info, type, subtypes.get(0).getName());
        }
        List<Object> alternatives = new ArrayList<>();
        for (NamedType subtype : subtypes) {
            JavaType java = JsonBinding.mapper().getTypeFactory().constructSpecializedType(type, subtype.getType());
            alternatives.add(java.equals(type) ? wrapped(info, java, subtype.getName()) : types.of(java, null));
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        new Decorations(jackson).type(schema, type);
        // With a name in the value the alternatives exclude each other.
        schema.put(info.getIdType() == Id.DEDUCTION ? "anyOf" : "oneOf", alternatives);
        return schema;
    }

    private Map<String, Object> wrapped(JsonTypeInfo.Value info, JavaType type, String name) {
        if (info.getIdType() == Id.DEDUCTION) {
            return objects.object(type, null, name);
        }
        if (info.getInclusionType() != As.WRAPPER_OBJECT) {
            refuseOwnTag(type, info);
            return objects.object(type, tag(info), name);
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", new LinkedHashMap<>(Map.of(name, objects.object(type, null, name))));
        schema.put("required", List.of(name));
        schema.put("additionalProperties", false);
        return schema;
    }

    /** A member of the same name would be written twice. */
    private void refuseOwnTag(JavaType type, JsonTypeInfo.Value info) {
        List<BeanProperty> members = jackson.members(type);
        boolean own = members != null
                && members.stream().anyMatch(member -> member.getName().equals(tag(info)));
        if (own && info.getInclusionType() == As.PROPERTY) {
            throw ObjectSchemas.refusal(type, "its member " + tag(info) + " has the name that tells its class");
        }
    }

    private static String tag(JsonTypeInfo.Value info) {
        String name = info.getPropertyName();
        return name == null || name.isEmpty() ? info.getIdType().getDefaultPropertyName() : name;
    }

    private static void refuseWhatIsNotDescribed(JavaType type, JsonTypeInfo.Value info, List<NamedType> subtypes) {
        Id id = info.getIdType();
        if (id != Id.NAME && id != Id.SIMPLE_NAME && id != Id.DEDUCTION) {
            throw ObjectSchemas.refusal(type, "values name their class by " + id + "; use JsonTypeInfo.Id.NAME");
        }
        As as = info.getInclusionType();
        if (as != As.PROPERTY && as != As.EXISTING_PROPERTY && as != As.WRAPPER_OBJECT) {
            throw ObjectSchemas.refusal(type, "the class is told as " + as + "; use JsonTypeInfo.As.PROPERTY");
        }
        if (subtypes.isEmpty()) {
            throw ObjectSchemas.refusal(type, "no subtypes are known; seal it, or name them with @JsonSubTypes");
        }
        long names = subtypes.stream().map(NamedType::getName).distinct().count();
        if (id != Id.DEDUCTION && names < subtypes.size()) {
            throw ObjectSchemas.refusal(type, "two of its subtypes have the same name; use @JsonTypeName");
        }
    }
}
