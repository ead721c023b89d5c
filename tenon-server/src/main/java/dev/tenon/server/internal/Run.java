package dev.tenon.server.internal;

import dev.tenon.concurrent.RunOnce;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One request from its arrival to its end. It ends exactly once: by its reply, by cancellation, or because its time is up;
 * later attempts to end it have no effect, and after the end nothing more is sent for it.
 */
final class Run {
    private static final TimeLimit FOREVER = new TimeLimit(Duration.ofDays(36_500), "none");

    /** It has ended, and its reply goes out, if there is one. */
    private static final int OVER = 1;
    /** It is not counted among the requests of the server that run. */
    private static final int LEFT = 2;
    /** Its reply has been handed over, or there will be none. */
    private static final int SETTLED = 4;
    /** Its time is up, and it is about to end for that. */
    private static final int OVERDUE = 8;

    private final RequestId id;
    private final Exchange exchange;
    private final Sight sight;
    /** Which of the above hold: each begins to once. */
    private final AtomicInteger state = new AtomicInteger();

    private final long startedAt = System.nanoTime();
    /** The thread that runs the handler. The thread that removes it from here may interrupt it. */
    private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();

    private volatile boolean interrupted;
    private volatile long deadline;
    private volatile TimeLimit hardStop;
    private volatile TimeLimit allowed;
    /** Where it is counted: set before other threads know of it. */
    private @Nullable Runs runs;

    private @Nullable InFlight inFlight;
    private final RunOnce atEnd = new RunOnce();

    Run(RequestId id, Exchange exchange, Sight sight, TimeLimit time, TimeLimit hardStop) {
        this.id = id;
        this.exchange = exchange;
        this.sight = sight;
        this.hardStop = hardStop;
        this.allowed = time;
        extend(time, startedAt);
    }

    RequestId id() {
        return id;
    }

    Sight sight() {
        return sight;
    }

    /** What to run, once, when the run ends and before its reply goes out; at once when it has ended. */
    void atEnd(Runnable action) {
        atEnd.add(action);
        if (isOver()) {
            atEnd.run();
        }
    }

    /** The server counts it, until it has ended. */
    void countedBy(Runs counting) {
        runs = counting;
    }

    /** Its session or connection counts it, until it has ended; null when it does not any more. */
    void countedIn(@Nullable InFlight counting) {
        inFlight = counting;
    }

    /** Keeps the request open until it is ended explicitly; it no longer counts as running, and shutdown does not wait for it. */
    void hold() {
        allow(FOREVER);
        if (begins(LEFT) && runs != null) {
            runs.leave(this);
        }
        settle();
    }

    private boolean begins(int what) {
        return (state.getAndAccumulate(what, (before, more) -> before | more) & what) == 0;
    }

    /** Marks the reply as handed over: shutdown no longer waits for it. */
    private void settle() {
        if (begins(SETTLED)) {
            if (runs != null) {
                runs.settled();
            }
            if (inFlight != null) {
                inFlight.settled();
            }
        }
    }

    /**
     * Ends it, without waiting; false when it had ended before. Whatever fails on the way, it is counted no more, and is answered.
     *
     * @param ending how it is answered; null when it is not
     */
    boolean end(@Nullable Ending ending) {
        int before = state.getAndAccumulate(OVER | LEFT, (old, more) -> (old & OVER) == 0 ? old | more : old);
        if ((before & OVER) != 0) {
            return false;
        }
        try {
            sight.ended(ending, startedAt);
        } finally {
            if ((before & LEFT) == 0 && runs != null) {
                runs.leave(this);
            }
            if (inFlight != null) {
                inFlight.leave(this);
            }
            answer(ending);
        }
        return true;
    }

    private void answer(@Nullable Ending ending) {
        try {
            atEnd.run();
            if (ending == null) {
                exchange.abandon();
            } else {
                exchange.reply(ending.response());
            }
        } finally {
            settle();
        }
    }

    /** Gives the request this much time from now, but not beyond its hard stop, which is raised first where it is shorter than that. */
    void allow(TimeLimit time) {
        if (hardStop.time().compareTo(time.time()) < 0) {
            hardStop = time;
        }
        extend(time);
    }

    /** Starts the time anew. */
    void extend(TimeLimit time) {
        extend(time, System.nanoTime());
    }

    private void extend(TimeLimit time, long now) {
        TimeLimit hard = hardStop;
        long wanted = now + time.time().toNanos();
        long latest = startedAt + hard.time().toNanos();
        boolean soon = wanted - latest < 0;
        deadline = soon ? wanted : latest;
        allowed = soon ? time : hard;
    }

    /** Whether its time is up; true once. */
    boolean isNewlyOverdue(long now) {
        return now - deadline > 0 && begins(OVERDUE);
    }

    /** The time that it was given last, or the one from its start to the hard stop where that came first. */
    TimeLimit allowed() {
        return allowed;
    }

    boolean isOver() {
        return (state.get() & OVER) != 0;
    }

    /** Of its own, as that of the JVM is made by a visit to it when it is asked for first. */
    @Override
    public int hashCode() {
        return Long.hashCode(startedAt);
    }

    /** Runs the handler on this thread, which cancellation and timeout interrupt. */
    <T> T onThisThread(Callable<T> handler) throws Exception {
        thread.set(Thread.currentThread());
        try {
            if (isOver()) {
                throw new InterruptedException("cancelled before it began");
            }
            return handler.call();
        } finally {
            // An interrupt that comes too late must not hit the next request of a pooled thread.
            if (thread.getAndSet(null) == null) {
                awaitInterrupt();
            }
            Thread.interrupted();
        }
    }

    /** It is being interrupted at this moment, or has been. */
    @SuppressWarnings("ThreadPriorityCheck")
    private void awaitInterrupt() {
        while (!interrupted) {
            Thread.yield();
        }
    }

    /** Sends a notification while the request runs; afterwards it is dropped. */
    void notify(Notification notification) {
        if (!isOver()) {
            exchange.send(notification);
        }
    }

    /** Sends a notification without waiting; false when there is no room. Once the run is over, it is dropped. */
    boolean tryNotify(Notification notification) {
        return isOver() || exchange.tryNotify(notification);
    }

    /** Runs an action once, when there may be room again, or the client has gone. */
    void onWritable(Runnable action) {
        exchange.onWritable(action);
    }

    /** Sends a question to the client. */
    void ask(Request question) {
        exchange.send(question);
    }

    /** The reply that follows is a refusal for want of some of these scopes. */
    void forbid(Set<String> needed) {
        exchange.forbid(needed);
    }

    /** Sends the one notification that follows the end of a subscription. */
    void afterReply(Notification notification) {
        exchange.tryNotify(notification);
    }

    /** Ends the run because its time is up: the reply goes out and the handler is interrupted. */
    void expire(Ending ending) {
        if (end(ending)) {
            interrupt();
        }
    }

    /** Ends the run without a reply and interrupts the handler; nothing happens when it has ended before. */
    void cancel() {
        if (end(null)) {
            interrupt();
        }
    }

    private void interrupt() {
        Thread running = thread.getAndSet(null);
        if (running != null) {
            try {
                running.interrupt();
            } finally {
                interrupted = true;
            }
        }
    }
}
