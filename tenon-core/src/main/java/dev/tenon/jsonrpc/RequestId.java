package dev.tenon.jsonrpc;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import org.jspecify.annotations.Nullable;

/**
 * The id of a request: a string or an integer of any size, which comes back exactly as it came. The string {@code "1"}
 * and the number {@code 1} are different ids (JSON-RPC 2.0, section 4).
 */
public record RequestId(Json json) {
    /** Refuses what is no id; see {@link #isValid}. */
    public RequestId {
        if (!isValid(json)) {
            throw new IllegalArgumentException(
                    "A request id is a string or an integer, not " + json.kind().displayName());
        }
        json = json.toDetached();
    }

    /** A number as an id. */
    public static RequestId of(long number) {
        return new RequestId(Json.of(number));
    }

    /** A text as an id. */
    public static RequestId of(String text) {
        return new RequestId(Json.of(text));
    }

    /** Whether the value can be an id: a string, or a number without fraction and exponent. */
    public static boolean isValid(@Nullable Json json) {
        return json != null && (json.kind() == JsonKind.STRING || json.isIntegerText());
    }

    /** The id where it can be one, else null. */
    static @Nullable RequestId fromJsonOrNull(@Nullable Json json) {
        return json != null && isValid(json) ? new RequestId(json) : null;
    }

    /** The id as JSON text. */
    @Override
    public String toString() {
        return json.toString();
    }

    // Those that a record is given are made at run time, with the first request.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof RequestId that && json.equals(that.json);
    }

    @Override
    public int hashCode() {
        return json.hashCode();
    }
}
