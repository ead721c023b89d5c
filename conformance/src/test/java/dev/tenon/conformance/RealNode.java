package dev.tenon.conformance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;

/** Node for tests that are skipped, and say so, where there is none. */
final class RealNode {
    private RealNode() {}

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
