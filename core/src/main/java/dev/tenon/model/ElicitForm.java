package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;
import dev.tenon.model.internal.RequestedSchemaValidator;

/**
 * A request for input by a form (client features, elicitation).
 *
 * @param message the message shown to the user
 * @param requestedSchema the schema of the form: a flat object schema, see {@link RequestedSchemaValidator}
 * @param meta {@code _meta}; not sent in 2026-07-28
 */
public record ElicitForm(String message, Json requestedSchema, Meta meta) implements Elicit {
    public ElicitForm {
        Preconditions.requireNotBlank("message", message);
        RequestedSchemaValidator.requireValid(requestedSchema);
    }

    /** Returns a copy with {@code _meta}. */
    public ElicitForm withMeta(Meta changed) {
        return new ElicitForm(message, requestedSchema, changed);
    }
}
