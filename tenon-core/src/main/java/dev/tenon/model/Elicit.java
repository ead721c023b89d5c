package dev.tenon.model;

import dev.tenon.json.Json;

/** Asks the user (client features, elicitation). */
public sealed interface Elicit extends InputRequest permits ElicitForm, ElicitUrl {
    /** Why the user is asked, in words for the user. */
    String message();

    /** By a form. The schema is an object whose properties are texts, numbers, booleans or choices. */
    static ElicitForm form(String message, Json requestedSchema) {
        return new ElicitForm(message, requestedSchema, Meta.EMPTY);
    }

    /** By a page at a URL, for what must not pass through the client, such as passwords (from 2025-11-25 on). */
    static ElicitUrl url(String message, String url) {
        return new ElicitUrl(message, url, null, Meta.EMPTY);
    }

    @Override
    default Method<Elicit, ElicitResult> method() {
        return Methods.ELICIT;
    }
}
