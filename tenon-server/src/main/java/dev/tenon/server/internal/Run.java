package dev.tenon.server.internal;

import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request from its arrival to its end. It ends exactly once: by its reply, by cancellation, or because its time is up;
 * whoever comes second changes nothing, and after the end nothing more is sent for it.
 */
final class Run {
    private enum State {
        RUNNING,
        REPLIED,
        CANCELLED
    }

    private final RequestId id;
    private final Exchange exchange;
    private final Sight sight;
    private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
    /** Guards the thread. */
    private final ReentrantLock lock = new ReentrantLock();

    private final long startedAt = System.nanoTime();
    private @Nullable Thread thread;
    private volatile long deadline;
    private volatile long hardStop;
    private volatile @Nullable String cancelReason;
    private volatile boolean settled;
    private final Once atEnd = new Once();
    private final Once afterwards = new Once();

    Run(RequestId id, Exchange exchange, Sight sight, Duration time, Duration hardStop) {
        this.id = id;
        this.exchange = exchange;
        this.sight = sight;
        this.hardStop = startedAt + hardStop.toNanos();
        extend(time, startedAt);
    }

    RequestId id() {
        return id;
    }

    Sight sight() {
        return sight;
    }

    long startedAt() {
        return startedAt;
    }

    /** What to run, once, when the run ends and before its reply goes out; at once when it has ended. */
    void atEnd(Runnable action) {
        atEnd.add(action);
        if (isOver()) {
            atEnd.run();
        }
    }

    /** What to run, once, when the reply has been handed over, or there will be none; at once when that is so. */
    void afterwards(Runnable action) {
        afterwards.add(action);
        if (settled) {
            afterwards.run();
        }
    }

    /** Nobody who shuts down need wait for this run any more. */
    void settle() {
        settled = true;
        afterwards.run();
    }

    /** Gives the request this much time from now, and no more than {@code hardStop} from its start. */
    void allow(Duration time, Duration hardStop) {
        this.hardStop = startedAt + hardStop.toNanos();
        extend(time);
    }

    /** Starts the time anew. */
    void extend(Duration time) {
        extend(time, System.nanoTime());
    }

    private void extend(Duration time, long now) {
        long wanted = now + time.toNanos();
        deadline = wanted - hardStop < 0 ? wanted : hardStop;
    }

    boolean isOverdue(long now) {
        return now - deadline > 0;
    }

    boolean isOver() {
        return state.get() != State.RUNNING;
    }

    boolean isCancelled() {
        return state.get() == State.CANCELLED;
    }

    @Nullable String cancelReason() {
        return cancelReason;
    }

    /** Of its own, as that of the JVM is made by a visit to it when it is asked for first. */
    @Override
    public int hashCode() {
        return Long.hashCode(startedAt);
    }

    /** Runs the handler on this thread, which cancellation and timeout interrupt. */
    <T> T onThisThread(Callable<T> handler) throws Exception {
        lock.lock();
        try {
            thread = Thread.currentThread();
        } finally {
            lock.unlock();
        }
        try {
            if (isOver()) {
                throw new InterruptedException("cancelled before it began");
            }
            return handler.call();
        } finally {
            lock.lock();
            try {
                thread = null;
                // An interrupt that came too late must not hit the next request of a pooled thread.
                Thread.interrupted();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Sends a notification while the request runs; afterwards it is dropped. */
    void notify(Notification notification) {
        if (!isOver()) {
            exchange.notify(notification);
        }
    }

    /** As {@link #notify}, but never waits for a slow reader. */
    void offer(Notification notification) {
        if (!isOver()) {
            exchange.offer(notification);
        }
    }

    /** Sends a question to the client. */
    void ask(Request question) {
        exchange.ask(question);
    }

    /** The reply that follows is a refusal for want of some of these scopes. */
    void forbid(Set<String> needed) {
        exchange.forbid(needed);
    }

    /** Ends the run with its reply; false when it had ended before. */
    boolean reply(Response response) {
        if (!state.compareAndSet(State.RUNNING, State.REPLIED)) {
            return false;
        }
        atEnd.run();
        handOver(response);
        return true;
    }

    /**
     * As {@link #reply}, on a thread that must not wait.
     *
     * @param elsewhere runs what may wait: handing over a reply to a slow reader
     */
    boolean replyNow(Response response, Consumer<Runnable> elsewhere) {
        if (!state.compareAndSet(State.RUNNING, State.REPLIED)) {
            return false;
        }
        boolean waits = false;
        try {
            atEnd.run();
            if (!exchange.replyNow(response)) {
                elsewhere.accept(() -> handOver(response));
                waits = true;
            }
        } finally {
            if (!waits) {
                settle();
            }
        }
        return true;
    }

    private void handOver(Response response) {
        try {
            exchange.reply(response);
        } finally {
            settle();
        }
    }

    /** Sends the one notification that follows the end of a subscription. */
    void afterReply(Notification notification) {
        exchange.offer(notification);
    }

    /** Ends the run because its time is up: the reply goes out and the handler is interrupted. */
    void expire(Response response) {
        if (reply(response)) {
            interrupt();
        }
    }

    /** Ends the run without a reply and interrupts the handler; nothing happens when it has ended before. */
    void cancel(String reason) {
        if (state.compareAndSet(State.RUNNING, State.CANCELLED)) {
            cancelReason = reason;
            atEnd.run();
            try {
                exchange.abandon();
                interrupt();
            } finally {
                settle();
            }
        }
    }

    private void interrupt() {
        lock.lock();
        try {
            if (thread != null) {
                thread.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }
}
