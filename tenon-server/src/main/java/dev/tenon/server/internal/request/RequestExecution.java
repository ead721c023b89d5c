package dev.tenon.server.internal.request;

import dev.tenon.internal.concurrent.RunOnceActions;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.server.internal.limit.NamedTimeout;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One request from its arrival to its end. It ends exactly once: by its reply, by cancellation, or because its time is
 * up; later attempts to end it have no effect, and after the end nothing more is sent for it.
 */
public final class RequestExecution {
    private static final NamedTimeout FOREVER = new NamedTimeout(Duration.ofDays(36_500), "none");

    /** It has ended, and its reply goes out, if there is one. */
    private static final int COMPLETED = 1;
    /** It is not counted among the requests of the server that run. */
    private static final int UNREGISTERED = 2;
    /** Its reply has been handed over, or there will be none. */
    private static final int RESPONSE_SENT = 4;
    /** Its time is up, and it is about to end for that. */
    private static final int OVERDUE = 8;

    private final RequestId id;
    private final ResponseSink exchange;
    private final RequestObservation observation;
    /** Which of the above hold: each begins to once. */
    private final AtomicInteger state = new AtomicInteger();

    private final long startedAt = System.nanoTime();
    /** The thread that runs the handler. The thread that removes it from here may interrupt it. */
    private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();

    private volatile boolean interrupted;
    private volatile long deadline;
    private volatile NamedTimeout maxDuration;
    private volatile NamedTimeout currentTimeout;
    /** Where it is counted: set before other threads know of it. */
    private @Nullable ActiveRequests serverRegistry;

    private @Nullable InFlightRequests sessionRegistry;
    private final RunOnceActions completionHooks = new RunOnceActions();

    public RequestExecution(
            RequestId id, ResponseSink exchange, RequestObservation sight, NamedTimeout time, NamedTimeout hardStop) {
        this.id = id;
        this.exchange = exchange;
        this.observation = sight;
        this.maxDuration = hardStop;
        this.currentTimeout = time;
        extendTimeout(time, startedAt);
    }

    public RequestId id() {
        return id;
    }

    public RequestObservation observation() {
        return observation;
    }

    /** What to run, once, when the run ends and before its reply goes out; at once when it has ended. */
    public void onCompletion(Runnable action) {
        completionHooks.add(action);
        if (isCompleted()) {
            completionHooks.runAll();
        }
    }

    /** The server counts it, until it has ended. */
    void attachServerRegistry(ActiveRequests counting) {
        serverRegistry = counting;
    }

    /** Its session or connection counts it, until it has ended; null when it does not any more. */
    void attachSessionRegistry(@Nullable InFlightRequests counting) {
        sessionRegistry = counting;
    }

    /**
     * Keeps the request open until it is ended explicitly; it no longer counts as running, and shutdown does not wait
     * for it.
     */
    public void keepOpen() {
        setTimeout(FOREVER);
        if (markOnce(UNREGISTERED) && serverRegistry != null) {
            serverRegistry.unregister(this);
        }
        markResponseSent();
    }

    private boolean markOnce(int what) {
        return (state.getAndAccumulate(what, (before, more) -> before | more) & what) == 0;
    }

    /** Marks the reply as handed over: shutdown no longer waits for it. */
    private void markResponseSent() {
        if (markOnce(RESPONSE_SENT)) {
            if (serverRegistry != null) {
                serverRegistry.countResponseSent();
            }
            if (sessionRegistry != null) {
                sessionRegistry.countResponseSent();
            }
        }
    }

    /**
     * Ends it, without waiting; false when it had ended before. Whatever fails on the way, it is counted no more, and
     * is answered.
     *
     * @param ending how it is answered; null when it is not
     */
    public boolean tryComplete(@Nullable RequestCompletion ending) {
        int before = state.getAndAccumulate(
                COMPLETED | UNREGISTERED, (old, more) -> (old & COMPLETED) == 0 ? old | more : old);
        if ((before & COMPLETED) != 0) {
            return false;
        }
        try {
            observation.notifyCompleted(ending, startedAt);
        } finally {
            if ((before & UNREGISTERED) == 0 && serverRegistry != null) {
                serverRegistry.unregister(this);
            }
            if (sessionRegistry != null) {
                sessionRegistry.unregister(this);
            }
            sendResponse(ending);
        }
        return true;
    }

    private void sendResponse(@Nullable RequestCompletion ending) {
        try {
            completionHooks.runAll();
            if (ending == null) {
                exchange.abandon();
            } else {
                exchange.sendResponse(ending.response());
            }
        } finally {
            markResponseSent();
        }
    }

    /**
     * Gives the request this much time from now, but not beyond its hard stop, which is raised first where it is
     * shorter than that.
     */
    void setTimeout(NamedTimeout time) {
        if (maxDuration.duration().compareTo(time.duration()) < 0) {
            maxDuration = time;
        }
        extendTimeout(time);
    }

    /** Starts the time anew. */
    void extendTimeout(NamedTimeout time) {
        extendTimeout(time, System.nanoTime());
    }

    private void extendTimeout(NamedTimeout time, long now) {
        NamedTimeout hard = maxDuration;
        long wanted = now + time.duration().toNanos();
        long latest = startedAt + hard.duration().toNanos();
        boolean soon = wanted - latest < 0;
        deadline = soon ? wanted : latest;
        currentTimeout = soon ? time : hard;
    }

    /** Whether its time is up; true once. */
    boolean tryMarkOverdue(long now) {
        return now - deadline > 0 && markOnce(OVERDUE);
    }

    /** The time that it was given last, or the one from its start to the hard stop where that came first. */
    public NamedTimeout currentTimeout() {
        return currentTimeout;
    }

    public boolean isCompleted() {
        return (state.get() & COMPLETED) != 0;
    }

    /** Of its own, as that of the JVM is made by a visit to it when it is asked for first. */
    @Override
    public int hashCode() {
        return Long.hashCode(startedAt);
    }

    /** Runs the handler on this thread, which cancellation and timeout interrupt. */
    public <T> T runInterruptibly(Callable<T> handler) throws Exception {
        thread.set(Thread.currentThread());
        try {
            if (isCompleted()) {
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
    void sendNotification(Notification notification) {
        if (!isCompleted()) {
            exchange.send(notification);
        }
    }

    /** Sends a notification without waiting; false when there is no room. Once the run is over, it is dropped. */
    boolean trySendNotification(Notification notification) {
        return isCompleted() || exchange.trySendNotification(notification);
    }

    /** Runs an action once, when there may be room again, or the client has gone. */
    void onWritable(Runnable action) {
        exchange.onWritable(action);
    }

    /** Sends a question to the client. */
    public void sendRequest(Request question) {
        exchange.send(question);
    }

    /** The reply that follows is a refusal for want of some of these scopes. */
    public void markForbidden(Set<String> needed) {
        exchange.markForbidden(needed);
    }

    /** Sends the one notification that follows the end of a subscription. */
    void sendAfterResponse(Notification notification) {
        exchange.trySendNotification(notification);
    }

    /** Ends the run because its time is up: the reply goes out and the handler is interrupted. */
    public void expire(RequestCompletion ending) {
        if (tryComplete(ending)) {
            interruptHandler();
        }
    }

    /** Ends the run without a reply and interrupts the handler; nothing happens when it has ended before. */
    public void cancel() {
        if (tryComplete(null)) {
            interruptHandler();
        }
    }

    private void interruptHandler() {
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
