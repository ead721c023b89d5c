package dev.tenon.schema.internal.validate;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import dev.tenon.schema.SchemaLimits;
import dev.tenon.schema.internal.regex.ValidationBudget;

/** The state of the validator library during one validation, with limits added. */
final class BoundedValidationContext extends ExecutionContext {
    /**
     * The maximum number of errors kept. It suffices for messages; a long list of invalid values could exhaust the
     * memory.
     */
    private static final int MAX_ERRORS = 300;

    /** The maximum depth. The validator library uses many frames per level; this depth fits a stack of 512 KiB. */
    private static final int MAX_DEPTH = 600;

    final transient ValidationBudget budget;

    BoundedValidationContext(SchemaLimits limits, ValidationBudget budget, boolean formats) {
        super(ExecutionConfig.builder()
                .maxEvaluationSteps(limits.steps())
                .maxEvaluationDepth(MAX_DEPTH)
                .formatAssertionsEnabled(formats)
                .build());
        this.budget = budget;
    }

    /** The validator library calls this for every keyword that it applies. */
    @Override
    public void evaluationPathAddLast(String token) {
        budget.countStepAndCheckTimeout();
        super.evaluationPathAddLast(token);
    }

    /** Drops errors above the limit. The validator library only checks whether the list is empty. */
    @Override
    public void addError(Error error) {
        if (getErrors().size() < MAX_ERRORS) {
            super.addError(error);
        }
    }
}
