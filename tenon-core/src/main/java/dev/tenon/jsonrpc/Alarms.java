package dev.tenon.jsonrpc;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ends calls whose time is up, all with one timer of the JDK's. A virtual thread that waits with a timeout costs a timer each
 * time, which another thread is woken to set and to take back; here nobody is woken for a call that is answered, as long as it
 * is not due before those that wait already.
 */
final class Alarms {
    /** A deadline that stands still is looked at again after this time at the earliest. */
    private static final long LEAST_WAIT = TimeUnit.MILLISECONDS.toNanos(1);

    /** Nobody is due before this; nanoseconds from now. */
    private static final long NEVER = Long.MAX_VALUE / 4;

    private static final Set<PendingCall> WAITING = ConcurrentHashMap.newKeySet();
    /** When they are looked at next, as {@link System#nanoTime} counts. */
    private static final AtomicLong NEXT = new AtomicLong(System.nanoTime() + NEVER);

    private Alarms() {}

    /** Ends this call when its time is up, unless it is taken back before. */
    static void set(PendingCall call) {
        WAITING.add(call);
        lookAfter(call.deadline().left());
    }

    /** It is answered, or nobody waits for it. */
    static void clear(PendingCall call) {
        WAITING.remove(call);
    }

    private static void lookAfter(long nanos) {
        long due = System.nanoTime() + Math.min(Math.max(nanos, 0), NEVER / 2);
        long before = NEXT.getAndAccumulate(due, (next, mine) -> mine - next < 0 ? mine : next);
        if (due - before < 0) {
            CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, Runnable::run)
                    .execute(Alarms::look);
        }
    }

    private static void look() {
        // First far away: whoever comes with an earlier time from here on looks by itself.
        NEXT.set(System.nanoTime() + NEVER);
        long least = NEVER;
        for (PendingCall call : WAITING) {
            long left = call.deadline().left();
            if (left <= 0) {
                // Whoever waits takes it back.
                call.expire();
            } else {
                least = Math.min(least, left);
            }
        }
        if (least < NEVER) {
            lookAfter(Math.max(least, LEAST_WAIT));
        }
    }
}
