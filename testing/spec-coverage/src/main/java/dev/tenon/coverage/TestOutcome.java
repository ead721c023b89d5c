package dev.tenon.coverage;

/**
 * The combined outcome of the tests with an id. The order is the precedence: a failure overrides a pass, a pass a skip.
 */
public enum TestOutcome {
    /** No test with the id ran to completion. */
    SKIPPED,
    /** At least one test passed, none failed. */
    PASSED,
    /** At least one test failed. */
    FAILED;

    /** Returns the combined outcome of two tests, or of two groups of tests. */
    public TestOutcome combine(TestOutcome other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
