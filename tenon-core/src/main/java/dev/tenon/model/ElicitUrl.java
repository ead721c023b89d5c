package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import dev.tenon.model.internal.UriValidator;
import org.jspecify.annotations.Nullable;

/**
 * Sends the user to a URL (client features, elicitation; from 2025-11-25 on).
 *
 * @param message why the user is sent there
 * @param url where to; without anything secret or personal in it
 * @param elicitationId an id that the completion is announced with, or null; only 2025-11-25 has it, and demands it
 * @param meta {@code _meta}; not carried in 2026-07-28
 */
public record ElicitUrl(
        String message, String url, @Nullable String elicitationId, Meta meta) implements Elicit {
    public ElicitUrl {
        Preconditions.requireNotBlank("message", message);
        UriValidator.requireAbsolute("url", url);
        if (elicitationId != null) {
            Preconditions.requireNotBlank("elicitationId", elicitationId);
        }
    }

    /** With an id, for 2025-11-25. */
    public ElicitUrl withElicitationId(@Nullable String changed) {
        return new ElicitUrl(message, url, changed, meta);
    }

    /** With {@code _meta}. */
    public ElicitUrl withMeta(Meta changed) {
        return new ElicitUrl(message, url, elicitationId, changed);
    }
}
