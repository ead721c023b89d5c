package dev.tenon.coverage.thread;

import java.util.Arrays;
import java.util.Optional;

/** What a thread that must not wait does, and in which part of its stack. */
enum NonBlockingThreadRole {
    EVENT_LOOP("vert.x-eventloop-thread", "dev.tenon."),
    TIMER("-timer", "dev.tenon.internal.concurrent.RuntimeScheduler.runLogged"),
    STDIO_READER("tenon-stdio-", "dev.tenon.transport.LineReader.deliver");

    private final String name;
    private final String frame;

    NonBlockingThreadRole(String name, String frame) {
        this.name = name;
        this.frame = frame;
    }

    static Optional<NonBlockingThreadRole> find(Thread thread) {
        return Arrays.stream(values())
                .filter(role -> thread.getName().contains(role.name))
                .findFirst();
    }

    /**
     * Whether this stack shows that it runs code of ours, and must not wait there. While it starts it serves nothing
     * yet.
     */
    boolean isRunningTenonCode(StackTraceElement[] stack) {
        return Arrays.stream(stack).anyMatch(element -> isInFrame(element, frame))
                && Arrays.stream(stack).noneMatch(element -> isInFrame(element, "io.vertx.core.impl.deployment."));
    }

    private static boolean isInFrame(StackTraceElement element, String prefix) {
        return (element.getClassName() + "." + element.getMethodName()).startsWith(prefix);
    }
}
