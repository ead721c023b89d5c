package dev.tenon.model;

import dev.tenon.json.Json;

/** A request for input of the user (client features, elicitation). */
public sealed interface Elicit extends InputRequest permits ElicitForm, ElicitUrl {
    /** Returns the message that the client shows to the user. */
    String message();

    /** Creates a request for a form. Properties of its schema are strings, numbers, booleans or choices. */
    static ElicitForm form(String message, Json requestedSchema) {
        return new ElicitForm(message, requestedSchema, Meta.EMPTY);
    }

    /**
     * Creates a request to open a URL, for data that must not pass through the client, such as passwords (from
     * 2025-11-25 on).
     */
    static ElicitUrl url(String message, String url) {
        return new ElicitUrl(message, url, null, Meta.EMPTY);
    }

    @Override
    default Method<Elicit, ElicitResult> method() {
        return Methods.ELICIT;
    }
}
