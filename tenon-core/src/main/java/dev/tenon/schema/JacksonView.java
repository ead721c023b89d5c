package dev.tenon.schema;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tenon.json.JsonBinding;
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

/** What Jackson knows about types, seen from its readers or from its writers. */
final class JacksonView {
    final Direction direction;
    final DatabindContext context;

    private JacksonView(Direction direction, DatabindContext context) {
        this.direction = direction;
        this.context = context;
    }

    static JacksonView of(Direction direction) {
        return direction == Direction.INPUT
                ? new JacksonView(direction, JsonBinding.mapper()._deserializationContext())
                : new JacksonView(direction, JsonBinding.mapper()._serializationContext());
    }

    BeanDescription describe(JavaType type) {
        return context.introspectBeanDescription(type);
    }

    /** The member that stands for the whole object, if one is marked {@code @JsonValue}. */
    @Nullable AnnotatedMember value(JavaType type) {
        return JsonBinding.mapper()
                ._serializationContext()
                .introspectBeanDescription(type)
                .findJsonValueAccessor();
    }

    /**
     * The members in their order, or null when Jackson does not treat the type as an object with members.
     *
     * @throws SchemaException when Jackson cannot handle the type at all
     */
    @Nullable List<BeanProperty> members(JavaType type) {
        List<BeanProperty> members = new ArrayList<>();
        Iterator<? extends BeanProperty> found;
        try {
            found = direction == Direction.INPUT ? read(type) : written(type);
        } catch (DatabindException e) {
            throw ObjectSchemas.refusal(type, "Jackson cannot handle it: " + e.getOriginalMessage());
        }
        if (found == null) {
            return null;
        }
        while (found.hasNext()) {
            BeanProperty member = found.next();
            if (!(member instanceof SettableBeanProperty property && property.isIgnorable())) {
                members.add(member);
            }
        }
        return members;
    }

    private static @Nullable Iterator<? extends BeanProperty> read(JavaType type) {
        ValueDeserializer<?> reader =
                JsonBinding.mapper()._deserializationContext().findContextualValueDeserializer(type, null);
        return reader instanceof BeanDeserializerBase bean
                        && !bean.getValueInstantiator().canCreateUsingDelegate()
                ? bean.properties()
                : null;
    }

    private static @Nullable Iterator<? extends BeanProperty> written(JavaType type) {
        ValueSerializer<?> writer = JsonBinding.mapper()._serializationContext().findValueSerializer(type);
        return writer instanceof BeanSerializerBase bean ? bean.properties() : null;
    }

    /** Whether other members than the known ones are read too. */
    boolean isOpen(JavaType type) {
        return direction == Direction.OUTPUT || describe(type).findAnySetterAccessor() != null;
    }

    /** The classes that a value of a polymorphic type may have, with their names. */
    List<NamedType> subtypes(JavaType type) {
        var config = direction == Direction.INPUT
                ? JsonBinding.mapper().deserializationConfig()
                : JsonBinding.mapper().serializationConfig();
        var info = context.introspectClassAnnotations(type);
        return config.getSubtypeResolver().collectAndResolveSubtypesByTypeId(config, info).stream()
                .filter(named -> type.getRawClass().isAssignableFrom(named.getType()))
                .filter(named -> !Modifier.isAbstract(named.getType().getModifiers()))
                .toList();
    }

    /** Whether a writer may leave the member out although it has a value. */
    boolean mayBeLeftOut(BeanProperty member) {
        if (direction == Direction.INPUT) {
            return false;
        }
        JsonInclude.Include include = member.findPropertyInclusion(
                        context.getConfig(), member.getMember().getDeclaringClass())
                .getValueInclusion();
        return include == JsonInclude.Include.NON_EMPTY
                || include == JsonInclude.Include.NON_DEFAULT
                || include == JsonInclude.Include.CUSTOM;
    }

    /** Whether a writer writes null for the member when it has no value. */
    boolean isWrittenAsNull(BeanProperty member) {
        return member instanceof BeanPropertyWriter writer && !writer.willSuppressNulls();
    }
}
