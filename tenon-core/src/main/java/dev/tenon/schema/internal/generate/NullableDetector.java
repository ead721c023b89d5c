package dev.tenon.schema.internal.generate;

import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;

/** Finds {@code @Nullable}, of whatever library, in the source of members. Jackson does not look at types in use. */
final class NullableDetector {
    private NullableDetector() {}

    /** The type of a member as it stands in the source; null when it cannot be found. */
    static @Nullable AnnotatedType annotatedTypeOf(AnnotatedMember member) {
        if (member instanceof AnnotatedParameter parameter) {
            AnnotatedType[] types = executableOf(parameter).getAnnotatedParameterTypes();
            return parameter.getIndex() < types.length ? types[parameter.getIndex()] : null;
        }
        if (member.getMember() instanceof Field field) {
            return field.getAnnotatedType();
        }
        if (member.getMember() instanceof Method method) {
            AnnotatedType[] parameters = method.getAnnotatedParameterTypes();
            return parameters.length == 1 ? parameters[0] : method.getAnnotatedReturnType();
        }
        return null;
    }

    private static Executable executableOf(AnnotatedParameter parameter) {
        return parameter.getOwner().getMember() instanceof Constructor<?> constructor
                ? constructor
                : (Method) parameter.getOwner().getMember();
    }

    /** Whether the member is marked, on its type or where it is declared. */
    static boolean isNullable(AnnotatedMember member) {
        if (isNullable(annotatedTypeOf(member))) {
            return true;
        }
        if (member instanceof AnnotatedParameter parameter) {
            return hasNullableAnnotation(executableOf(parameter).getParameters()[parameter.getIndex()]);
        }
        return member.getMember() instanceof AnnotatedElement element && hasNullableAnnotation(element);
    }

    static boolean isNullable(@Nullable AnnotatedType use) {
        return use != null && hasNullableAnnotation(use);
    }

    private static boolean hasNullableAnnotation(AnnotatedElement element) {
        return Arrays.stream(element.getAnnotations())
                .anyMatch(a -> a.annotationType().getSimpleName().equals("Nullable"));
    }

    /** A type argument, or the component type of an array, as it stands in the source. */
    static @Nullable AnnotatedType typeArgument(@Nullable AnnotatedType use, int index) {
        if (use instanceof AnnotatedArrayType array) {
            return array.getAnnotatedGenericComponentType();
        }
        if (!(use instanceof AnnotatedParameterizedType generic)) {
            return null;
        }
        AnnotatedType[] arguments = generic.getAnnotatedActualTypeArguments();
        return index < arguments.length ? arguments[index] : null;
    }
}
