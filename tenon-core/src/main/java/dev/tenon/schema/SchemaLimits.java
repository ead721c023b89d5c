package dev.tenon.schema;

import java.time.Duration;

/**
 * Bounds on a schema, checked when it is compiled, and on one validation with it.
 *
 * @param bytes the schema's text, in bytes; four times as many characters, or a million if that is more, may be in the
 *     pointers and identifiers of all its subschemas, and of those that references lead to, together
 * @param depth how deep subschemas may nest in the text, 1 to 250
 * @param subschemas how many subschemas there may be
 * @param patternChars one regular expression, in characters
 * @param steps keywords and subschemas that one validation may apply
 * @param patternSteps steps of all regular expressions in one validation
 * @param timeout one validation altogether
 * @param issues how many issues one validation reports at most
 */
public record SchemaLimits(
        int bytes,
        int depth,
        int subschemas,
        int patternChars,
        int steps,
        int patternSteps,
        Duration timeout,
        int issues) {
    /**
     * 1 MiB, depth 64, 10,000 subschemas, patterns of 2,000 characters, 1,000,000 and 50,000,000 steps, 1 s, 20 issues.
     */
    public static final SchemaLimits DEFAULT =
            new SchemaLimits(1 << 20, 64, 10_000, 2_000, 1_000_000, 50_000_000, Duration.ofSeconds(1), 20);

    public SchemaLimits {
        if (bytes < 1 || depth < 1 || subschemas < 1 || patternChars < 1 || issues < 1) {
            throw new IllegalArgumentException("Every limit must be at least 1");
        }
        if (steps < 1 || patternSteps < 1 || timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("Every limit must be at least 1");
        }
        if (depth > 250) {
            throw new IllegalArgumentException("depth must not exceed 250, but is " + depth);
        }
    }

    /** Characters of pointers and identifiers that all parts of a schema may have together. */
    public int maxIdentifierChars() {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(1 << 20, 4L * bytes));
    }
}
