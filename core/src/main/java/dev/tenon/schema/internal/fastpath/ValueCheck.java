package dev.tenon.schema.internal.fastpath;

import dev.tenon.json.Json;

/** A condition on a value from one keyword, or from several related ones. */
@FunctionalInterface
interface ValueCheck {
    /** Is satisfied by every value. */
    ValueCheck ALWAYS = (value, budget) -> true;

    /** Is satisfied by no value. */
    ValueCheck NEVER = (value, budget) -> false;

    /**
     * Returns whether the value satisfies the condition, exactly as the validator library would. If the budget does not
     * suffice, the result is meaningless and the budget is {@linkplain StepBudget#isExhausted() exhausted}.
     */
    boolean isSatisfiedBy(Json value, StepBudget budget);
}
