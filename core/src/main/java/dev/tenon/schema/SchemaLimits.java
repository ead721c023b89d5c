package dev.tenon.schema;

import java.time.Duration;

/**
 * Limits on a schema, checked when it is compiled, and on a single validation.
 *
 * @param bytes maximum size of the schema's text in bytes. It also limits the pointers and identifiers of all
 *     subschemas and reference targets together: to four characters per byte, but at least 1,048,576 characters
 * @param depth maximum nesting of subschemas in the text, 1 to 250
 * @param subschemas maximum number of subschemas
 * @param patternChars maximum length of a regular expression in characters
 * @param steps maximum number of keywords and subschemas that a validation applies
 * @param patternSteps maximum number of steps of all regular expressions in a validation
 * @param timeout maximum duration of a validation
 * @param issues maximum number of issues that a validation reports
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
     * The default: 1 MiB, depth 64, 10,000 subschemas, patterns of 2,000 characters, 1,000,000 steps, 50,000,000
     * pattern steps, 1 second, 20 issues.
     */
    public static final SchemaLimits DEFAULT =
            new SchemaLimits(1 << 20, 64, 10_000, 2_000, 1_000_000, 50_000_000, Duration.ofSeconds(1), 20);

    /**
     * Validates the limits.
     *
     * @throws IllegalArgumentException when a limit is below 1, or the depth is above 250
     */
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

    /** Returns the limit on the characters of all pointers and identifiers of a schema together. */
    public int maxTotalIdentifierChars() {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(1 << 20, 4L * bytes));
    }
}
