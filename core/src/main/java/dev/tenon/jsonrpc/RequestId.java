package dev.tenon.jsonrpc;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import org.jspecify.annotations.Nullable;

/**
 * The id of a request: a string or an integer of any size, which the response repeats exactly. The string {@code "1"}
 * and the number {@code 1} are different ids (JSON-RPC 2.0, section 4).
 */
public record RequestId(Json json) {
    /**
     * Creates an id.
     *
     * @throws IllegalArgumentException if the value is not a valid id, see {@link #isValid}
     */
    public RequestId {
        if (!isValid(json)) {
            throw new IllegalArgumentException(
                    "A request id is a string or an integer, not " + json.kind().displayName());
        }
        json = json.toDetached();
    }

    /** Returns an id that is a number. */
    public static RequestId of(long number) {
        return new RequestId(Json.of(number));
    }

    /** Returns an id that is a text. */
    public static RequestId of(String text) {
        return new RequestId(Json.of(text));
    }

    /** Returns whether the value is a valid id: a string, or a number without fraction and exponent. */
    public static boolean isValid(@Nullable Json json) {
        return json != null && (json.kind() == JsonKind.STRING || json.isIntegerText());
    }

    /** Returns the id, or null if the value is not a valid one. */
    static @Nullable RequestId fromJsonOrNull(@Nullable Json json) {
        return json != null && isValid(json) ? new RequestId(json) : null;
    }

    /** Returns the id as JSON text. */
    @Override
    public String toString() {
        return json.toString();
    }

    // Written by hand: the generated methods of a record are linked at run time, which would slow down the first
    // request.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof RequestId that && json.equals(that.json);
    }

    @Override
    public int hashCode() {
        return json.hashCode();
    }
}
