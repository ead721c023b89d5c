package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;

/**
 * Identifies an elicitation by URL that is complete (2025-11-25, elicitation).
 *
 * @param elicitationId its id
 * @param meta {@code _meta}
 */
public record ElicitationCompleteParams(String elicitationId, Meta meta) implements Params {
    public ElicitationCompleteParams {
        Preconditions.requireNotBlank("elicitationId", elicitationId);
    }

    /** Creates parameters without {@code _meta}. */
    public static ElicitationCompleteParams of(String elicitationId) {
        return new ElicitationCompleteParams(elicitationId, Meta.EMPTY);
    }
}
