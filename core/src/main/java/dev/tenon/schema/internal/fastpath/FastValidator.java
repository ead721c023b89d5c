package dev.tenon.schema.internal.fastpath;

import dev.tenon.json.Json;
import dev.tenon.schema.SchemaLimits;
import dev.tenon.schema.internal.document.SchemaDocument;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes most valid values without building a tree of the value and without the validator library. A value that it
 * does not recognize may be valid or not; the validator library decides and provides the issues.
 *
 * <p>It recognizes no value when the schema has a keyword that is not supported here or would not be judged exactly as
 * by the validator library. Each call is limited by a {@link StepBudget}.
 */
public record FastValidator(@Nullable ValueCheck check, SchemaLimits limits) {

    /**
     * Compiles the checks of a schema.
     *
     * @param formats whether formats are asserted
     */
    public static FastValidator compile(SchemaDocument document, SchemaLimits limits, boolean formats) {
        return new FastValidator(new CheckCompiler(document, formats).compile(), limits);
    }

    /** Returns whether any value can be recognized. */
    public boolean isSupported() {
        return check != null;
    }

    /** Returns whether the value is known to be valid; {@code false} means unknown. */
    public boolean isCertainlyValid(Json value) {
        if (check == null) {
            return false;
        }
        StepBudget budget = new StepBudget(limits);
        return check.isSatisfiedBy(value, budget) && !budget.isExhausted();
    }
}
