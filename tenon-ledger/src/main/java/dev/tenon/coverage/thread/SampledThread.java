package dev.tenon.coverage.thread;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What was seen of one thread that must not wait. */
final class SampledThread {
    /** To wait for a lock for a moment is no harm: so many samples one after the other are. */
    private static final int WAITS = 8;

    /** In native code a thread may also be ready and get no processor for a while. */
    private static final int NATIVE_WAITS = 25;

    /**
     * Whose native methods wait for a disk, a name server or a new process; those of sockets do not on an event loop.
     */
    private static final List<String> WAITING_CLASSES = List.of(
            "java.io.",
            "sun.nio.fs.",
            "sun.nio.ch.FileDispatcher",
            "sun.nio.ch.UnixFileDispatcher",
            "java.net.Inet",
            "java.lang.Process");

    private static final long MOST_NANOS_IN_A_TURN = TimeUnit.MILLISECONDS.toNanos(200);

    private final Thread thread;
    private final NonBlockingThreadRole role;
    private StackTraceElement[] before = {};
    private int waits;
    private long nanosBefore;
    private long turn;
    private long nanosAtTurn;
    private boolean loadedClasses;

    SampledThread(Thread thread) {
        this.thread = thread;
        this.role = NonBlockingThreadRole.find(thread).orElseThrow();
    }

    /** Takes in a sample; what is wrong, if anything is. */
    Optional<String> addSample(StackTraceElement[] stack, long cpuNanos) {
        boolean same = waits > 0 && Arrays.equals(stack, before);
        boolean isNative = isInBlockingNativeCode(stack) && cpuNanos == nanosBefore;
        waits = (isWaiting() || isNative) && role.isRunningTenonCode(stack) ? (same ? waits : 0) + 1 : 0;
        before = stack;
        nanosBefore = cpuNanos;
        if (waits == (isNative ? NATIVE_WAITS : WAITS)) {
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

    /** To the JVM a thread is runnable that waits in native code. */
    private static boolean isInBlockingNativeCode(StackTraceElement[] stack) {
        return stack.length > 0
                && stack[0].isNativeMethod()
                && WAITING_CLASSES.stream().anyMatch(stack[0].getClassName()::startsWith);
    }

    private Optional<String> checkTurnTime(StackTraceElement[] stack, long cpuNanos) {
        long now = turnId(stack);
        if (now != turn || now == 0) {
            turn = now;
            nanosAtTurn = cpuNanos;
            loadedClasses = false;
        }
        loadedClasses |= Arrays.stream(stack).anyMatch(SampledThread::isClassLoading);
        long used = cpuNanos - nanosAtTurn;
        return used > MOST_NANOS_IN_A_TURN && !loadedClasses
                ? Optional.of(thread.getName() + " used " + TimeUnit.NANOSECONDS.toMillis(used) + " ms in one turn:"
                        + formatStack(stack))
                : Optional.empty();
    }

    /** Only once in the life of a JVM. */
    private static boolean isClassLoading(StackTraceElement element) {
        return element.getMethodName().equals("<clinit>")
                || element.getClassName().contains("ClassLoader");
    }

    /**
     * A number for the task that the thread runs: of an event loop of Vert.x when it began, of a timer the same while
     * samples show it at work. Zero when it runs none. Turns of a reader cannot be told from each other.
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
