package dev.tenon.codec;

import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;

/** Every constant of {@link Methods} and {@link Notifications}. */
final class AllMethods {
    private AllMethods() {}

    static List<? extends Method<?, ?>> methods() {
        return constants(Methods.class).map(m -> (Method<?, ?>) m).toList();
    }

    static List<? extends NotificationType<?>> notifications() {
        return constants(Notifications.class).map(n -> (NotificationType<?>) n).toList();
    }

    private static Stream<Object> constants(Class<?> holder) {
        return Stream.of(holder.getFields())
                .filter(f -> Modifier.isStatic(f.getModifiers()))
                .map(AllMethods::value);
    }

    private static Object value(Field field) {
        try {
            return field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
