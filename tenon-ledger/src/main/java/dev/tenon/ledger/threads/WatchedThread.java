package dev.tenon.ledger.threads;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What was seen of one thread that must not wait. */
final class WatchedThread {
    /** To wait for a lock for a moment is no harm: so many samples one after the other are. */
    private static final int WAITS = 8;

    private static final long MOST_NANOS_IN_A_TURN = TimeUnit.MILLISECONDS.toNanos(200);

    private final Thread thread;
    private final ThreadRole role;
    private StackTraceElement[] before = {};
    private int waits;
    private long turn;
    private long nanosAtTurn;
    private boolean loadedClasses;

    WatchedThread(Thread thread) {
        this.thread = thread;
        this.role = ThreadRole.of(thread).orElseThrow();
    }

    /** Takes in a sample; what is wrong, if anything is. */
    Optional<String> seen(StackTraceElement[] stack, long cpuNanos) {
        boolean same = waits > 0 && Arrays.equals(stack, before);
        waits = isWaiting() && role.isAtWork(stack) ? (same ? waits : 0) + 1 : 0;
        before = stack;
        if (waits == WAITS) {
            return Optional.of(thread.getName() + " was found waiting, " + WAITS + " times in a row:" + shown(stack));
        }
        return turn(stack, cpuNanos);
    }

    private boolean isWaiting() {
        return switch (thread.getState()) {
            case WAITING, TIMED_WAITING, BLOCKED -> true;
            default -> false;
        };
    }

    private Optional<String> turn(StackTraceElement[] stack, long cpuNanos) {
        long now = startOfTurn();
        if (now != turn || now == 0) {
            turn = now;
            nanosAtTurn = cpuNanos;
            loadedClasses = false;
        }
        loadedClasses |= Arrays.stream(stack).anyMatch(WatchedThread::loadsClasses);
        long used = cpuNanos - nanosAtTurn;
        return used > MOST_NANOS_IN_A_TURN && !loadedClasses
                ? Optional.of(thread.getName() + " used " + TimeUnit.NANOSECONDS.toMillis(used) + " ms in one turn:"
                        + shown(stack))
                : Optional.empty();
    }

    /** Only once in the life of a JVM. */
    private static boolean loadsClasses(StackTraceElement element) {
        return element.getMethodName().equals("<clinit>")
                || element.getClassName().contains("ClassLoader");
    }

    /** When the task began that an event loop of Vert.x runs; zero when it runs none, or it is another thread. */
    private long startOfTurn() {
        if (role != ThreadRole.EVENT_LOOP) {
            return 0;
        }
        try {
            Method startTime = thread.getClass().getMethod("startTime");
            return (Long) startTime.invoke(thread);
        } catch (ReflectiveOperationException e) {
            return 0;
        }
    }

    private static String shown(StackTraceElement[] stack) {
        return Arrays.stream(stack).map(frame -> "\n    at " + frame).collect(Collectors.joining());
    }
}
