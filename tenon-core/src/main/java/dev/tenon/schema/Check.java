package dev.tenon.schema;

import dev.tenon.json.Json;

/** What one keyword, or several that belong together, ask of a value. */
@FunctionalInterface
interface Check {
    /** Holds for every value. */
    Check ALWAYS = (value, allowance) -> true;

    /** Holds for no value. */
    Check NEVER = (value, allowance) -> false;

    /**
     * Whether the value is as it should be: exactly what the validator would say. Where the allowance does not suffice to find
     * out, the answer means nothing, and the allowance is {@linkplain Allowance#isSpent() spent}.
     */
    boolean holds(Json value, Allowance allowance);
}
