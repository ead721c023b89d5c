package dev.tenon.model;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;

/**
 * What the user answered (client features, elicitation).
 *
 * @param action what the user did
 * @param content the form as filled in: an object of texts, numbers, booleans and lists of texts; empty unless a form
 *     was accepted
 * @param meta {@code _meta}; not carried in 2026-07-28
 */
public record ElicitResult(ElicitAction action, Json content, Meta meta) implements InputResponse {
    public ElicitResult {
        Preconditions.requireObject("content", content);
        if (action != ElicitAction.ACCEPT && !content.members().isEmpty()) {
            throw new IllegalArgumentException(
                    "content belongs to the action accept only, not to " + action.wireName());
        }
        content.members().forEach(ElicitResult::checkValue);
    }

    /** Accepted, with the form as filled in. */
    public static ElicitResult accept(Json content) {
        return new ElicitResult(ElicitAction.ACCEPT, content, Meta.EMPTY);
    }

    /** Agreed to go to the URL. */
    public static ElicitResult accept() {
        return accept(Json.EMPTY_OBJECT);
    }

    /** Said no. */
    public static ElicitResult decline() {
        return new ElicitResult(ElicitAction.DECLINE, Json.EMPTY_OBJECT, Meta.EMPTY);
    }

    /** Went away. */
    public static ElicitResult cancel() {
        return new ElicitResult(ElicitAction.CANCEL, Json.EMPTY_OBJECT, Meta.EMPTY);
    }

    /** With {@code _meta}. */
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
