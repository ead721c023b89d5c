package dev.tenon.json;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.jsontype.NamedType;

/**
 * Supports sealed types without Jackson's annotations: a member {@code type} names the permitted class of a value by
 * its simple name with a lower-case first letter. Sealed types that declare {@code @JsonTypeInfo} are not affected.
 */
final class SealedTypeIntrospector extends NopAnnotationIntrospector {
    private static final long serialVersionUID = 1L;
    private static final String TYPE_MEMBER = "type";

    @Override
    public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated annotated) {
        return annotated instanceof AnnotatedClass type && isInSupportedSealedHierarchy(type.getRawType())
                ? JsonTypeInfo.Value.construct(
                        JsonTypeInfo.Id.NAME, JsonTypeInfo.As.PROPERTY, TYPE_MEMBER, null, false, null, null)
                : null;
    }

    @Override
    public @Nullable List<NamedType> findSubtypes(MapperConfig<?> config, Annotated annotated) {
        if (!(annotated instanceof AnnotatedClass type) || !isSupportedSealedType(type.getRawType())) {
            return null;
        }
        return findLeaves(type.getRawType())
                .map(leaf -> new NamedType(leaf, typeNameOf(leaf)))
                .toList();
    }

    @Override
    public @Nullable String findTypeName(MapperConfig<?> config, AnnotatedClass type) {
        Class<?> raw = type.getRawType();
        return !raw.isSealed() && isInSupportedSealedHierarchy(raw) ? typeNameOf(raw) : null;
    }

    private static String typeNameOf(Class<?> type) {
        String name = type.getSimpleName();
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    /** Returns whether the class is a sealed type of this kind, or belongs to one. */
    private static boolean isInSupportedSealedHierarchy(@Nullable Class<?> type) {
        return type != null
                && (isSupportedSealedType(type)
                        || isInSupportedSealedHierarchy(type.getSuperclass())
                        || Arrays.stream(type.getInterfaces())
                                .anyMatch(SealedTypeIntrospector::isInSupportedSealedHierarchy));
    }

    /** Returns whether the class is a sealed type of this kind; it may be permitted by another one. */
    private static boolean isSupportedSealedType(Class<?> type) {
        return type.isSealed()
                && !type.isEnum()
                && !type.getName().startsWith("java.")
                && !isAnnotated(type)
                && findLeaves(type).noneMatch(leaf -> leaf.isEnum() || leaf.isInterface() || isAnnotated(leaf));
    }

    private static boolean isAnnotated(Class<?> type) {
        return type.isAnnotationPresent(JsonTypeInfo.class);
    }

    /** Returns the permitted classes that are not sealed, in the order of declaration. */
    private static Stream<Class<?>> findLeaves(Class<?> type) {
        return Arrays.stream(type.getPermittedSubclasses())
                .flatMap(permitted -> permitted.isSealed() ? findLeaves(permitted) : Stream.of(permitted))
                .distinct();
    }
}
