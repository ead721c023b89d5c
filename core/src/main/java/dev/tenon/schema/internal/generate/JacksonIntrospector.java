package dev.tenon.schema.internal.generate;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tenon.json.JsonBinder;
import dev.tenon.schema.SchemaException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DatabindContext;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.bean.BeanSerializerBase;

/** Queries Jackson about types, from the view of its deserializers or of its serializers. */
public final class JacksonIntrospector {
    final SchemaDirection direction;
    final DatabindContext context;

    private JacksonIntrospector(SchemaDirection direction, DatabindContext context) {
        this.direction = direction;
        this.context = context;
    }

    public static JacksonIntrospector of(SchemaDirection direction) {
        return direction == SchemaDirection.INPUT
                ? new JacksonIntrospector(direction, JsonBinder.mapper()._deserializationContext())
                : new JacksonIntrospector(direction, JsonBinder.mapper()._serializationContext());
    }

    BeanDescription describe(JavaType type) {
        return context.introspectBeanDescription(type);
    }

    /** Returns the member that represents the whole object, or null if none is annotated with {@code @JsonValue}. */
    @Nullable AnnotatedMember findValueAccessor(JavaType type) {
        return JsonBinder.mapper()
                ._serializationContext()
                .introspectBeanDescription(type)
                .findJsonValueAccessor();
    }

    /**
     * Returns the members in order, or null when Jackson does not treat the type as an object with members.
     *
     * @throws SchemaException when Jackson does not support the type at all
     */
    @Nullable public List<BeanProperty> findMembers(JavaType type) {
        Iterator<? extends BeanProperty> found;
        try {
            found = direction == SchemaDirection.INPUT ? readableProperties(type) : writtenProperties(type);
        } catch (DatabindException e) {
            throw ObjectSchemaGenerator.unsupportedType(type, "Jackson cannot handle it: " + e.getOriginalMessage());
        }
        if (found == null) {
            return null;
        }
        List<BeanProperty> members = new ArrayList<>();
        found.forEachRemaining(members::add);
        members.removeIf(member -> member instanceof SettableBeanProperty property && property.isIgnorable());
        return members;
    }

    private static @Nullable Iterator<? extends BeanProperty> readableProperties(JavaType type) {
        ValueDeserializer<?> reader =
                JsonBinder.mapper()._deserializationContext().findContextualValueDeserializer(type, null);
        return reader instanceof BeanDeserializerBase bean
                        && !bean.getValueInstantiator().canCreateUsingDelegate()
                ? bean.properties()
                : null;
    }

    private static @Nullable Iterator<? extends BeanProperty> writtenProperties(JavaType type) {
        ValueSerializer<?> writer = JsonBinder.mapper()._serializationContext().findValueSerializer(type);
        return writer instanceof BeanSerializerBase bean ? bean.properties() : null;
    }

    /** Returns whether unknown members are accepted. */
    boolean allowsUnknownMembers(JavaType type) {
        return direction == SchemaDirection.OUTPUT || describe(type).findAnySetterAccessor() != null;
    }

    /** Returns the classes that a value of a polymorphic type may have, with their names. */
    List<NamedType> findSubtypes(JavaType type) {
        var config = direction == SchemaDirection.INPUT
                ? JsonBinder.mapper().deserializationConfig()
                : JsonBinder.mapper().serializationConfig();
        var info = context.introspectClassAnnotations(type);
        return config.getSubtypeResolver().collectAndResolveSubtypesByTypeId(config, info).stream()
                .filter(named -> type.getRawClass().isAssignableFrom(named.getType()))
                .filter(named -> !Modifier.isAbstract(named.getType().getModifiers()))
                .toList();
    }

    /** Returns whether a serializer may omit the member although it has a value. */
    boolean canBeOmitted(BeanProperty member) {
        if (direction == SchemaDirection.INPUT) {
            return false;
        }
        JsonInclude.Include include = member.findPropertyInclusion(
                        context.getConfig(), member.getMember().getDeclaringClass())
                .getValueInclusion();
        return include == JsonInclude.Include.NON_EMPTY
                || include == JsonInclude.Include.NON_DEFAULT
                || include == JsonInclude.Include.CUSTOM;
    }

    /** Returns whether a serializer writes null for a member without a value. */
    boolean isWrittenAsNull(BeanProperty member) {
        return member instanceof BeanPropertyWriter writer && !writer.willSuppressNulls();
    }
}
