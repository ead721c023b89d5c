package dev.tenon.coverage;

/** What became of the tests that carry an id. A worse outcome hides a better one, and skipped is the least of all. */
public enum TestOutcome {
    /** No test with the id ran to its end. */
    SKIPPED,
    /** At least one ran and passed, none failed. */
    PASSED,
    /** At least one failed. */
    FAILED;

    /** The outcome of two tests, or two groups of tests, together. */
    public TestOutcome combine(TestOutcome other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
