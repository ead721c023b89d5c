package dev.tenon.model;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;

/**
 * The user's response to an elicitation (client features, elicitation).
 *
 * @param action the user's reaction
 * @param content the submitted form: an object of strings, numbers, booleans and lists of strings; empty unless a form
 *     was accepted
 * @param meta {@code _meta}; not sent in 2026-07-28
 */
public record ElicitResult(ElicitAction action, Json content, Meta meta) implements InputResponse {
    public ElicitResult {
        Preconditions.requireObject("content", content);
        if (action != ElicitAction.ACCEPT && !content.members().isEmpty()) {
            throw new IllegalArgumentException(
                    "content is allowed for the action accept only, not for " + action.wireName());
        }
        content.members().forEach(ElicitResult::checkValue);
    }

    /** Creates the response with a submitted form. */
    public static ElicitResult accept(Json content) {
        return new ElicitResult(ElicitAction.ACCEPT, content, Meta.EMPTY);
    }

    /** Creates the response of a user who agreed to open the URL. */
    public static ElicitResult accept() {
        return accept(Json.EMPTY_OBJECT);
    }

    /** Creates the response of a user who declined. */
    public static ElicitResult decline() {
        return new ElicitResult(ElicitAction.DECLINE, Json.EMPTY_OBJECT, Meta.EMPTY);
    }

    /** Creates the response of a user who dismissed the request. */
    public static ElicitResult cancel() {
        return new ElicitResult(ElicitAction.CANCEL, Json.EMPTY_OBJECT, Meta.EMPTY);
    }

    /** Returns a copy with {@code _meta}. */
    public ElicitResult withMeta(Meta changed) {
        return new ElicitResult(action, content, changed);
    }

    private static void checkValue(String name, Json value) {
        boolean fits =
                switch (value.kind()) {
                    case STRING, NUMBER, BOOLEAN -> true;
                    case ARRAY -> value.elements().stream().allMatch(e -> e.string() != null);
                    case OBJECT, NULL -> false;
                };
        if (!fits) {
            throw new IllegalArgumentException("content[" + Excerpts.quote(name)
                    + "] must be a string, a number, a boolean or an array of strings");
        }
    }
}
