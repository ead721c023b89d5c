package dev.tenon.conformance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;

/** Provides Node to tests, which are skipped with a message if it is missing. */
final class NodeRequirement {
    private NodeRequirement() {}

    static NodeScripts orSkip(Class<?> test) throws IOException, InterruptedException {
        try {
            return NodeScripts.find();
        } catch (NodeScripts.MissingException e) {
            String missing = test.getSimpleName() + " is skipped: " + e.getMessage();
            System.err.println(missing);
            assumeTrue(false, missing);
            throw new AssertionError(e);
        }
    }
}
