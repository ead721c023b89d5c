package dev.tenon.testkit;

import dev.tenon.json.Json;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An answer that came, or one member of a batch of them.
 *
 * @param code the code of its error; 0 for a result
 * @param words the message of its error, or the text of its result
 * @param id its id as JSON text, or null when it has none
 */
record ParsedResponse(int code, String words, @Nullable String id) {
    /** Understands an answer; empty when it is none. */
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

    /** The same whether an unreadable id is left out or null: that is the revision's and the transport's affair. */
    ParsedResponse normalized() {
        return new ParsedResponse(code, words, "null".equals(id) ? null : id);
    }
}
