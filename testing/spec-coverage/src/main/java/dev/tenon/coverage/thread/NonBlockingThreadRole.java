package dev.tenon.coverage.thread;

import java.util.Arrays;
import java.util.Optional;

/** The role of a thread that must not block, with its thread name and the stack frame below which it must not block. */
enum NonBlockingThreadRole {
    EVENT_LOOP("vert.x-eventloop-thread", "dev.tenon."),
    TIMER("-timer", "dev.tenon.internal.concurrent.RuntimeScheduler.runAndLogFailure"),
    STDIO_READER("tenon-stdio-", "dev.tenon.transport.LineReader.deliver");

    private final String threadName;
    private final String framePrefix;

    NonBlockingThreadRole(String threadName, String framePrefix) {
        this.threadName = threadName;
        this.framePrefix = framePrefix;
    }

    static Optional<NonBlockingThreadRole> find(Thread thread) {
        return Arrays.stream(values())
                .filter(role -> thread.getName().contains(role.threadName))
                .findFirst();
    }

    /**
     * Returns whether the stack shows code of Tenon that must not block. A verticle that is being deployed may block.
     */
    boolean isRunningTenonCode(StackTraceElement[] stack) {
        return Arrays.stream(stack).anyMatch(element -> isInFrame(element, framePrefix))
                && Arrays.stream(stack).noneMatch(element -> isInFrame(element, "io.vertx.core.impl.deployment."));
    }

    private static boolean isInFrame(StackTraceElement element, String prefix) {
        return (element.getClassName() + "." + element.getMethodName()).startsWith(prefix);
    }
}
