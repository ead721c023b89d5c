package dev.tenon.schema;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;

/** The validator's state during one validation, with our bounds built in. */
final class BoundedContext extends ExecutionContext {
    /** Enough to explain from; a long list of wrong values would otherwise fill the memory with errors. */
    private static final int MOST_ERRORS = 300;

    /** Frames of the validator for one level of a value are many: this depth fits a stack of 512 KiB. */
    private static final int MAX_DEPTH = 600;

    private final transient Budget budget;

    BoundedContext(SchemaLimits limits, Budget budget, boolean formats) {
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
        budget.step();
        super.evaluationPathAddLast(token);
    }

    /** Called by keywords that read the text of values. */
    void reading(int chars) {
        budget.reading(chars);
    }

    /** Leaves out errors past a bound. Their list is not empty then, and that is all the validator asks of it. */
    @Override
    public void addError(Error error) {
        if (getErrors().size() < MOST_ERRORS) {
            super.addError(error);
        }
    }
}
