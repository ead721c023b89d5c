package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which model is wanted (client features, sampling); the client decides. Numbers lie between 0 and 1.
 *
 * @param hints names or parts of names of models, the most wanted first
 * @param costPriority how much a low price counts, or null
 * @param speedPriority how much speed counts, or null
 * @param intelligencePriority how much ability counts, or null
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

    /** Names or parts of names of models, the most wanted first. */
    public static ModelPreferences of(String... hints) {
        return new ModelPreferences(List.of(hints), null, null, null);
    }

    /** With how much a low price counts. */
    public ModelPreferences withCostPriority(@Nullable Double changed) {
        return new ModelPreferences(hints, changed, speedPriority, intelligencePriority);
    }

    /** With how much speed counts. */
    public ModelPreferences withSpeedPriority(@Nullable Double changed) {
        return new ModelPreferences(hints, costPriority, changed, intelligencePriority);
    }

    /** With how much ability counts. */
    public ModelPreferences withIntelligencePriority(@Nullable Double changed) {
        return new ModelPreferences(hints, costPriority, speedPriority, changed);
    }
}
