package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a request (basic utilities, progress).
 *
 * @param progressToken the token of the request
 * @param progress the current progress; increases with every notification
 * @param total the final progress, or null if unknown
 * @param message a description for users, or null (from 2025-03-26 on)
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
