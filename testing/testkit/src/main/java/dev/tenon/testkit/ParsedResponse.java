package dev.tenon.testkit;

import dev.tenon.json.Json;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A received response, or one member of a batch of responses.
 *
 * @param code the error code; 0 for a result
 * @param text the error message, or the text of the result
 * @param id the id as JSON text; null without one
 */
record ParsedResponse(int code, String text, @Nullable String id) {
    /** Parses a response; empty when the message is not a valid response. */
    static Optional<ParsedResponse> tryParse(Json message) {
        Json id = message.get("id");
        String idText = id == null ? null : id.toString();
        Json error = message.get("error");
        Json result = message.get("result");
        if ((error == null) == (result == null) || !"2.0".equals(textOrNull(message.get("jsonrpc")))) {
            return Optional.empty();
        }
        if (result != null) {
            return Optional.of(new ParsedResponse(0, result.toString(), idText));
        }
        Json code = Objects.requireNonNull(error).get("code");
        String words = textOrNull(error.get("message"));
        if (code == null || !code.isIntegerText() || words == null) {
            return Optional.empty();
        }
        return Optional.of(new ParsedResponse(Integer.parseInt(code.toString()), words, idText));
    }

    private static @Nullable String textOrNull(@Nullable Json json) {
        return json == null ? null : json.string();
    }

    /** Returns the response with a missing id for both missing and null ids, which depend on revision and transport. */
    ParsedResponse normalized() {
        return new ParsedResponse(code, text, "null".equals(id) ? null : id);
    }
}
