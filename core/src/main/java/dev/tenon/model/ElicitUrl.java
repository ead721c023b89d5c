package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * A request to open a URL (client features, elicitation; from 2025-11-25 on).
 *
 * @param message the message shown to the user
 * @param url the URL, without secret or personal data
 * @param elicitationId the id used in the completion notification, or null; required in 2025-11-25 and unknown in other
 *     revisions
 * @param meta {@code _meta}; not sent in 2026-07-28
 */
public record ElicitUrl(
        String message, String url, @Nullable String elicitationId, Meta meta) implements Elicit {
    public ElicitUrl {
        Preconditions.requireNotBlank("message", message);
        Preconditions.requireAbsolute("url", url);
        if (elicitationId != null) {
            Preconditions.requireNotBlank("elicitationId", elicitationId);
        }
    }

    /** Returns a copy with an id, which 2025-11-25 requires. */
    public ElicitUrl withElicitationId(@Nullable String changed) {
        return new ElicitUrl(message, url, changed, meta);
    }

    /** Returns a copy with {@code _meta}. */
    public ElicitUrl withMeta(Meta changed) {
        return new ElicitUrl(message, url, elicitationId, changed);
    }
}
