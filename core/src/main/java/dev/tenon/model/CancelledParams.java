package dev.tenon.model;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a cancellation (basic utilities, cancellation).
 *
 * @param requestId the id of the request, as it was sent; null only in 2025-11-25, which allows to omit it
 * @param reason the reason for the log, or null
 * @param meta {@code _meta}
 */
public record CancelledParams(
        @Nullable Json requestId, @Nullable String reason, Meta meta) implements Params {
    /** Creates the cancellation of the request with the given id. */
    public static CancelledParams of(Json requestId, @Nullable String reason) {
        return new CancelledParams(requestId, reason, Meta.EMPTY);
    }
}
