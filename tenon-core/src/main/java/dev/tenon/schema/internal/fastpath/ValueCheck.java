package dev.tenon.schema.internal.fastpath;

import dev.tenon.json.Json;

/** What one keyword, or several that belong together, ask of a value. */
@FunctionalInterface
interface ValueCheck {
    /** Holds for every value. */
    ValueCheck ALWAYS = (value, allowance) -> true;

    /** Holds for no value. */
    ValueCheck NEVER = (value, allowance) -> false;

    /**
     * Whether the value is as it should be: exactly what the validator would say. Where the allowance does not suffice
     * to find out, the answer means nothing, and the allowance is {@linkplain StepBudget#isExhausted() spent}.
     */
    boolean isSatisfiedBy(Json value, StepBudget allowance);
}
