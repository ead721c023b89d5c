package dev.tenon.model;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * Whose result is no longer wanted (basic utilities, cancellation).
 *
 * @param requestId the id of the request, as it was sent; null only where 2025-11-25 leaves it out
 * @param reason why, for a log, or null
 * @param meta {@code _meta}
 */
public record CancelledParams(
        @Nullable Json requestId, @Nullable String reason, Meta meta) implements Params {
    /** Cancels the request of that id. */
    public static CancelledParams of(Json requestId, @Nullable String reason) {
        return new CancelledParams(requestId, reason, Meta.EMPTY);
    }
}
