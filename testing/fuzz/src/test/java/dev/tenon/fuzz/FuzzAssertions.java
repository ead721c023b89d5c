package dev.tenon.fuzz;

import java.util.function.Supplier;

/** Assertions without cost while they hold, because a fuzzer makes millions of them. */
final class FuzzAssertions {
    private FuzzAssertions() {}

    static void assertTrue(boolean holds, Supplier<String> failureMessage) {
        if (!holds) {
            throw new AssertionError(failureMessage.get());
        }
    }

    static void assertEqual(Object actual, Object expected, Supplier<String> description) {
        assertTrue(
                expected.equals(actual),
                () -> description.get() + ": expected <" + expected + ">, got <" + actual + ">");
    }
}
