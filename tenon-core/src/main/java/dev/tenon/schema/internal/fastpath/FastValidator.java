package dev.tenon.schema.internal.fastpath;

import dev.tenon.json.Json;
import dev.tenon.schema.SchemaLimits;
import dev.tenon.schema.internal.document.SchemaDocument;
import org.jspecify.annotations.Nullable;

/**
 * The short way to the answer that most values get: it can say of a value that it is valid, without a tree of it and
 * without the validator. What it does not accept may be valid or not; the validator finds out, and finds the words.
 *
 * <p>There are schemas for which it accepts nothing: those with a keyword that it does not know, or would not judge
 * exactly as the validator does. It is bounded by an {@link StepBudget}.
 */
public final class FastValidator {
    private final @Nullable ValueCheck check;
    private final SchemaLimits limits;

    private FastValidator(@Nullable ValueCheck check, SchemaLimits limits) {
        this.check = check;
        this.limits = limits;
    }

    /** @param formats whether these are asserted */
    public static FastValidator compile(SchemaDocument tree, SchemaLimits limits, boolean formats) {
        return new FastValidator(new CheckCompiler(tree, formats).compile(), limits);
    }

    /** Whether there are values that it might accept. */
    public boolean canAccept() {
        return check != null;
    }

    /** Whether the value is valid for certain. */
    public boolean isCertainlyValid(Json value) {
        if (check == null) {
            return false;
        }
        StepBudget allowance = new StepBudget(limits);
        return check.isSatisfiedBy(value, allowance) && !allowance.isExhausted();
    }
}
