package dev.tenon.coverage.thread;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Runs a {@link StackSampler} during each test. */
final class BlockedThreadCheckExtension implements BeforeEachCallback, AfterEachCallback {
    private @Nullable StackSampler sampler;

    @Override
    public void beforeEach(ExtensionContext context) {
        sampler = StackSampler.start();
    }

    @Override
    public void afterEach(ExtensionContext context) throws InterruptedException {
        if (sampler != null) {
            sampler.stop().ifPresent(problem -> {
                throw new AssertionError(problem);
            });
        }
    }
}
