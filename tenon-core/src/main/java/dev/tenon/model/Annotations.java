package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * For whom something is, and how much it matters (server features, resources).
 *
 * @param audience for whom; empty when that is not said
 * @param priority from 0, optional, to 1, indispensable; or null
 * @param lastModified when it changed last, in ISO 8601, or null (from 2025-06-18 on)
 */
public record Annotations(
        List<Role> audience,
        @Nullable Double priority,
        @Nullable String lastModified) {
    /** Says nothing. */
    public static final Annotations NONE = new Annotations(List.of(), null, null);

    public Annotations {
        audience = List.copyOf(audience);
        Preconditions.requireZeroToOne("priority", priority);
    }

    /** With a priority between 0 and 1. */
    public Annotations withPriority(@Nullable Double changed) {
        return new Annotations(audience, changed, lastModified);
    }

    /** With those it is for. */
    public Annotations withAudience(Role... changed) {
        return new Annotations(List.of(changed), priority, lastModified);
    }

    /** With the time of the last change, to the second. */
    public Annotations withLastModified(Instant changed) {
        return new Annotations(
                audience, priority, changed.truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
