package dev.tenon.schema.internal.validate;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import dev.tenon.schema.SchemaLimits;
import dev.tenon.schema.internal.regex.ValidationBudget;

/** The validator's state during one validation, with our bounds built in. */
final class BoundedValidationContext extends ExecutionContext {
    /** Enough to explain from; a long list of wrong values would otherwise fill the memory with errors. */
    private static final int MAX_ERRORS = 300;

    /** Frames of the validator for one level of a value are many: this depth fits a stack of 512 KiB. */
    private static final int MAX_DEPTH = 600;

    private final transient ValidationBudget budget;

    BoundedValidationContext(SchemaLimits limits, ValidationBudget budget, boolean formats) {
        super(ExecutionConfig.builder()
                .maxEvaluationSteps(limits.steps())
                .maxEvaluationDepth(MAX_DEPTH)
                .formatAssertionsEnabled(formats)
                .build());
        this.budget = budget;
    }

    /** Called for every keyword that is applied. */
    @Override
    public void evaluationPathAddLast(String token) {
        budget.chargeStep();
        super.evaluationPathAddLast(token);
    }

    /** Called by keywords that read the text of values. */
    void chargeReading(int chars) {
        budget.chargeReading(chars);
    }

    /** Leaves out errors past a bound. Their list is not empty then, and that is all the validator asks of it. */
    @Override
    public void addError(Error error) {
        if (getErrors().size() < MAX_ERRORS) {
            super.addError(error);
        }
    }
}
