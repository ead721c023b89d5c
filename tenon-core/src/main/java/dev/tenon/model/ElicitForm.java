package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;
import dev.tenon.model.internal.RequestedSchemaValidator;

/**
 * Asks the user by a form (client features, elicitation).
 *
 * @param message why the user is asked
 * @param requestedSchema the form: an object schema, flat, see {@link RequestedSchemaValidator}
 * @param meta {@code _meta}; not carried in 2026-07-28
 */
public record ElicitForm(String message, Json requestedSchema, Meta meta) implements Elicit {
    public ElicitForm {
        Preconditions.requireNotBlank("message", message);
        RequestedSchemaValidator.requireValid(requestedSchema);
    }

    /** With {@code _meta}. */
    public ElicitForm withMeta(Meta changed) {
        return new ElicitForm(message, requestedSchema, changed);
    }
}
