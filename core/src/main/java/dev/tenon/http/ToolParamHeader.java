package dev.tenon.http;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonKind;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tool argument that is mirrored into a header.
 *
 * @param path the names of the properties that lead to it from the root of the arguments
 * @param headerName the full name of the header, {@code Mcp-Param-...}
 */
public record ToolParamHeader(List<String> path, String headerName) {
    private static final BigDecimal MAX_SAFE_INTEGER = BigDecimal.valueOf((1L << 53) - 1);

    public ToolParamHeader {
        path = List.copyOf(path);
    }

    /** Returns the path as text, such as {@code address.city}. */
    public String pathText() {
        return String.join(".", path);
    }

    /** Returns the value in these arguments, or null when it is absent or JSON null. */
    @Nullable Json findValue(@Nullable Json arguments) {
        Json value = arguments;
        for (String name : path) {
            value = value == null ? null : value.get(name);
        }
        return value == null || value.isNull() ? null : value;
    }

    /**
     * Returns the text of a value for the header, or null for a value that no annotated property can have, which the
     * validation of the arguments rejects.
     *
     * @throws IllegalArgumentException when an integer is outside -(2^53-1) to 2^53-1
     */
    @Nullable String toHeaderText(Json value) {
        return switch (value.kind()) {
            case STRING -> value.string();
            case BOOLEAN -> value.toString();
            case NUMBER -> toSafeIntegerText(Objects.requireNonNull(value.number()));
            default -> null;
        };
    }

    private @Nullable String toSafeIntegerText(BigDecimal number) {
        if (number.abs().compareTo(MAX_SAFE_INTEGER) > 0) {
            throw new IllegalArgumentException(
                    pathText() + ": an integer that is mirrored into a header must be within -(2^53-1) to 2^53-1");
        }
        if (number.signum() == 0) {
            return "0";
        }
        // A number in range with a very small exponent is not an integer; expanding it to find out would be expensive.
        BigDecimal stripped = number.stripTrailingZeros();
        return stripped.scale() <= 0 ? stripped.toBigInteger().toString() : null;
    }

    /** Returns how the header differs from the arguments, or null when they agree. */
    @Nullable String findMismatch(HeaderFields headers, @Nullable Json arguments) {
        List<String> sent = headers.allValues(headerName);
        Json value = findValue(arguments);
        if (sent.size() > 1) {
            return headerName + ": sent more than once";
        }
        if (value == null) {
            return sent.isEmpty() ? null : headerName + ": sent, but " + pathText() + " has no value in the body";
        }
        try {
            String expected = toHeaderText(value);
            return expected == null ? null : findMismatch(sent, value, expected);
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    private @Nullable String findMismatch(List<String> sent, Json value, String expected) {
        if (sent.isEmpty()) {
            return headerName + ": missing, but " + pathText() + " is in the body";
        }
        String received = HeaderValueCodec.decode(sent.get(0));
        if (received == null) {
            return headerName + ": invalid characters or invalid Base64";
        }
        boolean isEqual =
                value.kind() == JsonKind.NUMBER ? isSameNumber(received, expected) : received.equals(expected);
        return isEqual
                ? null
                : headerName + ": " + Excerpts.quote(received) + " differs from " + Excerpts.quote(expected) + " in "
                        + pathText();
    }

    private static boolean isSameNumber(String received, String expected) {
        try {
            BigDecimal number = Json.parse(received).number();
            return number != null && number.compareTo(new BigDecimal(expected)) == 0;
        } catch (JsonException e) {
            return false;
        }
    }
}
