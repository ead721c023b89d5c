package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * How far a request has come (basic utilities, progress).
 *
 * @param progressToken the token the requester gave
 * @param progress how far; grows with every notification
 * @param total how far it will go, or null when that is not known
 * @param message what is being done, for people, or null (from 2025-03-26 on)
 * @param meta {@code _meta}
 */
public record ProgressParams(
        ProgressToken progressToken,
        double progress,
        @Nullable Double total,
        @Nullable String message,
        Meta meta) implements Params {

    public ProgressParams {
        Preconditions.requireFinite("progress", progress);
        if (total != null) {
            Preconditions.requireFinite("total", total);
        }
    }
}
