package dev.tenon.internal.reflect;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Copies large records with one component changed, so that their {@code with...} methods need not repeat all
 * components. It uses reflection, so it is for settings and rare values, not for each message.
 */
public final class RecordCopier {
    private RecordCopier() {}

    /**
     * Returns a copy of a public record with one component changed.
     *
     * @throws IllegalArgumentException if the record has no such component, or its constructor rejects the value
     */
    public static <R extends Record> R copyWith(R record, String component, @Nullable Object value) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        if (Arrays.stream(components).noneMatch(each -> each.getName().equals(component))) {
            throw new IllegalArgumentException("Unknown component: " + component);
        }
        try {
            @Nullable Object[] values = new @Nullable Object[components.length];
            for (int i = 0; i < values.length; i++) {
                boolean changes = components[i].getName().equals(component);
                values[i] = changes ? value : components[i].getAccessor().invoke(record);
            }
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            @SuppressWarnings("unchecked") // the constructor of the record's own class
            R copy = (R) record.getClass().getConstructor(types).newInstance(values);
            return copy;
        } catch (ReflectiveOperationException e) {
            if (e.getCause() instanceof RuntimeException rejected) {
                throw rejected;
            }
            throw new IllegalStateException("Cannot copy " + record.getClass(), e);
        }
    }
}
