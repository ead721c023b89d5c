package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The audience, priority and modification time of content or a resource (server features, resources).
 *
 * @param audience the intended readers; empty if unspecified
 * @param priority from 0, optional, to 1, indispensable; or null
 * @param lastModified when it was last modified, in ISO 8601, or null (from 2025-06-18 on)
 */
public record Annotations(
        List<Role> audience,
        @Nullable Double priority,
        @Nullable String lastModified) {
    /** Empty annotations. */
    public static final Annotations NONE = new Annotations(List.of(), null, null);

    public Annotations {
        audience = List.copyOf(audience);
        Preconditions.requireZeroToOne("priority", priority);
    }

    /** Returns a copy with a priority between 0 and 1. */
    public Annotations withPriority(@Nullable Double changed) {
        return new Annotations(audience, changed, lastModified);
    }

    /** Returns a copy with an audience. */
    public Annotations withAudience(Role... changed) {
        return new Annotations(List.of(changed), priority, lastModified);
    }

    /** Returns a copy with the time of the last modification, truncated to seconds. */
    public Annotations withLastModified(Instant changed) {
        return new Annotations(
                audience, priority, changed.truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
