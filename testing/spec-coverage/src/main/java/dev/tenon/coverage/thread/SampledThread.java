package dev.tenon.coverage.thread;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The samples of one thread that must not block. */
final class SampledThread {
    /** The number of consecutive waiting samples that is a failure; a short wait for a lock is acceptable. */
    private static final int MAX_WAITS = 8;

    /** The number in native code, where a thread may also be runnable without getting a processor for a while. */
    private static final int MAX_NATIVE_WAITS = 25;

    /**
     * Classes whose native methods wait for a disk, a name server or a process. On an event loop, those of sockets do
     * not wait.
     */
    private static final List<String> WAITING_CLASSES = List.of(
            "java.io.",
            "sun.nio.fs.",
            "sun.nio.ch.FileDispatcher",
            "sun.nio.ch.UnixFileDispatcher",
            "java.net.Inet",
            "java.lang.Process");

    private static final long MAX_NANOS_PER_TURN = TimeUnit.MILLISECONDS.toNanos(200);

    private final Thread thread;
    private final NonBlockingThreadRole role;
    private StackTraceElement[] previousStack = {};
    private int waits;
    private long previousCpuNanos;
    private long turn;
    private long nanosAtTurn;
    private boolean loadedClasses;

    SampledThread(Thread thread) {
        this.thread = thread;
        this.role = NonBlockingThreadRole.find(thread).orElseThrow();
    }

    /** Adds a sample and returns the problem that it reveals, if any. */
    Optional<String> addSample(StackTraceElement[] stack, long cpuNanos) {
        boolean sameStack = waits > 0 && Arrays.equals(stack, previousStack);
        boolean isNative = isInBlockingNativeCode(stack) && cpuNanos == previousCpuNanos;
        waits = (isWaiting() || isNative) && role.isRunningTenonCode(stack) ? (sameStack ? waits : 0) + 1 : 0;
        previousStack = stack;
        previousCpuNanos = cpuNanos;
        if (waits == (isNative ? MAX_NATIVE_WAITS : MAX_WAITS)) {
            return Optional.of(
                    thread.getName() + " was found waiting, " + waits + " times in a row:" + formatStack(stack));
        }
        return checkTurnTime(stack, cpuNanos);
    }

    private boolean isWaiting() {
        return switch (thread.getState()) {
            case WAITING, TIMED_WAITING, BLOCKED -> true;
            default -> false;
        };
    }

    /** Returns whether the thread may wait in native code, where the JVM reports it as runnable. */
    private static boolean isInBlockingNativeCode(StackTraceElement[] stack) {
        return stack.length > 0
                && stack[0].isNativeMethod()
                && WAITING_CLASSES.stream().anyMatch(stack[0].getClassName()::startsWith);
    }

    private Optional<String> checkTurnTime(StackTraceElement[] stack, long cpuNanos) {
        long currentTurn = turnId(stack);
        if (currentTurn != turn || currentTurn == 0) {
            turn = currentTurn;
            nanosAtTurn = cpuNanos;
            loadedClasses = false;
        }
        loadedClasses |= Arrays.stream(stack).anyMatch(SampledThread::isClassLoading);
        long usedNanos = cpuNanos - nanosAtTurn;
        return usedNanos > MAX_NANOS_PER_TURN && !loadedClasses
                ? Optional.of(thread.getName() + " used " + TimeUnit.NANOSECONDS.toMillis(usedNanos)
                        + " ms in one turn:" + formatStack(stack))
                : Optional.empty();
    }

    /** Returns whether a class is being loaded, which happens only once in a JVM. */
    private static boolean isClassLoading(StackTraceElement element) {
        return element.getMethodName().equals("<clinit>")
                || element.getClassName().contains("ClassLoader");
    }

    /**
     * Returns a number for the current task of the thread: for an event loop of Vert.x its start time, for a timer a
     * constant while it works, zero without a task. Tasks of a stdio reader cannot be distinguished.
     */
    private long turnId(StackTraceElement[] stack) {
        return switch (role) {
            case EVENT_LOOP -> turnStartTime();
            case TIMER -> role.isRunningTenonCode(stack) ? 1 : 0;
            case STDIO_READER -> 0;
        };
    }

    private long turnStartTime() {
        try {
            Method startTime = thread.getClass().getMethod("startTime");
            return (Long) startTime.invoke(thread);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The turns of " + thread + " cannot be seen: " + thread.getClass(), e);
        }
    }

    private static String formatStack(StackTraceElement[] stack) {
        return Arrays.stream(stack).map(frame -> "\n    at " + frame).collect(Collectors.joining());
    }
}
