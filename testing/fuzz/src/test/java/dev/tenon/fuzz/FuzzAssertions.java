package dev.tenon.fuzz;

import java.util.function.Supplier;

/** Assertions without cost while they hold, because a fuzzer makes millions of them. */
final class FuzzAssertions {
    private FuzzAssertions() {}

    static void assertTrue(boolean holds, Supplier<String> otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise.get());
        }
    }

    static void assertEqual(Object actual, Object expected, Supplier<String> of) {
        assertTrue(expected.equals(actual), () -> of.get() + ": expected <" + expected + ">, got <" + actual + ">");
    }
}
