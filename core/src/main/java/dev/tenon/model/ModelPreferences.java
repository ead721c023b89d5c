package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Preferences for the choice of a model (client features, sampling); the client decides. Priorities are 0 to 1.
 *
 * @param hints names or parts of names of models, most preferred first
 * @param costPriority the importance of a low price, or null
 * @param speedPriority the importance of speed, or null
 * @param intelligencePriority the importance of capability, or null
 */
public record ModelPreferences(
        List<String> hints,
        @Nullable Double costPriority,
        @Nullable Double speedPriority,
        @Nullable Double intelligencePriority) {

    public ModelPreferences {
        hints = List.copyOf(hints);
        Preconditions.requireZeroToOne("costPriority", costPriority);
        Preconditions.requireZeroToOne("speedPriority", speedPriority);
        Preconditions.requireZeroToOne("intelligencePriority", intelligencePriority);
    }

    /** Creates preferences with names or parts of names of models, most preferred first. */
    public static ModelPreferences of(String... hints) {
        return new ModelPreferences(List.of(hints), null, null, null);
    }

    /** Returns a copy with the importance of a low price. */
    public ModelPreferences withCostPriority(@Nullable Double changed) {
        return new ModelPreferences(hints, changed, speedPriority, intelligencePriority);
    }

    /** Returns a copy with the importance of speed. */
    public ModelPreferences withSpeedPriority(@Nullable Double changed) {
        return new ModelPreferences(hints, costPriority, changed, intelligencePriority);
    }

    /** Returns a copy with the importance of capability. */
    public ModelPreferences withIntelligencePriority(@Nullable Double changed) {
        return new ModelPreferences(hints, costPriority, speedPriority, changed);
    }
}
