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

/**
 * Detects {@code @Nullable} annotations of any library on members and their types. Jackson does not expose annotations
 * on type uses.
 */
final class NullableDetector {
    private NullableDetector() {}

    /** Returns the type of a member as declared in the source, or null when it cannot be found. */
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

    /** Returns whether the member is annotated, on its type or on its declaration. */
    static boolean isNullable(AnnotatedMember member) {
        if (isNullable(annotatedTypeOf(member))) {
            return true;
        }
        if (member instanceof AnnotatedParameter parameter) {
            return hasNullableAnnotation(executableOf(parameter).getParameters()[parameter.getIndex()]);
        }
        return member.getMember() instanceof AnnotatedElement element && hasNullableAnnotation(element);
    }

    static boolean isNullable(@Nullable AnnotatedType annotatedType) {
        return annotatedType != null && hasNullableAnnotation(annotatedType);
    }

    private static boolean hasNullableAnnotation(AnnotatedElement element) {
        return Arrays.stream(element.getAnnotations())
                .anyMatch(a -> a.annotationType().getSimpleName().equals("Nullable"));
    }

    /** Returns a type argument, or the component type of an array, as declared in the source. */
    static @Nullable AnnotatedType typeArgumentOrArrayComponent(@Nullable AnnotatedType annotatedType, int index) {
        if (annotatedType instanceof AnnotatedArrayType array) {
            return array.getAnnotatedGenericComponentType();
        }
        if (!(annotatedType instanceof AnnotatedParameterizedType generic)) {
            return null;
        }
        AnnotatedType[] arguments = generic.getAnnotatedActualTypeArguments();
        return index < arguments.length ? arguments[index] : null;
    }
}
