package dev.tenon.json;

import dev.tenon.internal.text.Excerpts;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.ValueInstantiationException;

/**
 * Formats why a value cannot be read as a Java type, in words that may be sent to a peer: the place, and the expected
 * value. The only exception that is quoted is an {@link IllegalArgumentException} that the author of the type throws
 * from its constructor or factory method, since this is how a record enforces its own rules.
 */
final class BindingErrorFormatter {
    private static final Set<Class<?>> FRACTIONAL =
            Set.of(double.class, float.class, Double.class, Float.class, BigDecimal.class, Number.class);

    private BindingErrorFormatter() {}

    static String format(JacksonException e) {
        String path = formatPath(e);
        String rule = findUserCodeMessage(e);
        if (rule != null) {
            return path.isEmpty() ? rule : path + ": " + rule;
        }
        String expected = describeExpected(targetType(e));
        return "Does not fit at " + (path.isEmpty() ? "the top" : path)
                + (expected == null ? "" : ": " + expected + " is expected");
    }

    private static @Nullable Class<?> targetType(JacksonException e) {
        if (e instanceof MismatchedInputException mismatch) {
            return mismatch.getTargetType();
        }
        return e instanceof InputCoercionException coercion ? coercion.getTargetType() : null;
    }

    private static String formatPath(JacksonException e) {
        return e.getPath().stream()
                .map(r -> r.getPropertyName() == null ? "[" + r.getIndex() + "]" : formatName(r.getPropertyName()))
                .collect(Collectors.joining("."))
                .replace(".[", "[");
    }

    /** Names of map entries come from the peer: names other than plain words are quoted and truncated. */
    private static String formatName(String name) {
        return name.matches("[\\w$-]{1,60}") ? name : Excerpts.quote(name);
    }

    private static @Nullable String findUserCodeMessage(JacksonException e) {
        Throwable cause = e instanceof ValueInstantiationException ? e.getCause() : null;
        return cause instanceof IllegalArgumentException && isThrownByUser(cause) ? cause.getMessage() : null;
    }

    /** The JDK throws this exception, too, with texts that are not intended for a peer. */
    private static boolean isThrownByUser(Throwable cause) {
        StackTraceElement[] trace = cause.getStackTrace();
        String thrower = trace.length == 0 ? cause.getClass().getName() : trace[0].getClassName();
        return !thrower.startsWith("java.") && !thrower.startsWith("jdk.") && !thrower.startsWith("tools.jackson.");
    }

    private static @Nullable String describeExpected(@Nullable Class<?> type) {
        if (type == null) {
            return null;
        }
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(constant -> Json.of(constant).toString())
                    .collect(Collectors.joining(", ", "one of ", ""));
        }
        if (type == String.class) {
            return "a string";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
            return FRACTIONAL.contains(type) ? "a number" : "a whole number in range";
        }
        if (type.isArray() || Collection.class.isAssignableFrom(type)) {
            return "an array";
        }
        return type.isRecord() ? "an object" : null;
    }
}
