package dev.tenon.fuzz;

import java.util.function.Supplier;

/** Assertions that cost nothing while they hold: a fuzzer makes millions of them. */
final class Check {
    private Check() {}

    static void that(boolean holds, Supplier<String> otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise.get());
        }
    }

    static void same(Object actual, Object expected, Supplier<String> of) {
        that(expected.equals(actual), () -> of.get() + ": expected <" + expected + ">, got <" + actual + ">");
    }
}
