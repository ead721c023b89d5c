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
 * The execution of one request from arrival to end. It ends exactly once: by its response, by cancellation, or by
 * timeout. Later attempts to end it have no effect, and afterwards nothing more is sent for it.
 */
public final class RequestExecution {
    private static final NamedTimeout NO_TIMEOUT = new NamedTimeout(Duration.ofDays(36_500), "none");

    /** The request has ended, and its response, if any, is being sent. */
    private static final int COMPLETED = 1;
    /** The request no longer counts as running. */
    private static final int UNREGISTERED = 2;
    /** The response was sent, or there is none. */
    private static final int RESPONSE_SENT = 4;
    /** The timeout has expired, and the request is about to end because of it. */
    private static final int OVERDUE = 8;

    private final RequestId id;
    private final ResponseSink responseSink;
    private final RequestObservation observation;
    /** The flags above; each is set at most once. */
    private final AtomicInteger state = new AtomicInteger();

    private final long startedAt = System.nanoTime();
    /** The thread that runs the handler. The thread that removes it from this reference may interrupt it. */
    private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();

    private volatile boolean interrupted;
    private volatile long deadline;
    private volatile NamedTimeout maxDuration;
    private volatile NamedTimeout currentTimeout;
    /** The registries that count the request; set before other threads can access it. */
    private @Nullable RunningRequestRegistry serverRegistry;

    private @Nullable SessionRequestRegistry sessionRegistry;
    private final RunOnceActions completionHooks = new RunOnceActions();

    public RequestExecution(
            RequestId id,
            ResponseSink responseSink,
            RequestObservation observation,
            NamedTimeout timeout,
            NamedTimeout maxDuration) {
        this.id = id;
        this.responseSink = responseSink;
        this.observation = observation;
        this.maxDuration = maxDuration;
        this.currentTimeout = timeout;
        restartTimeout(timeout, startedAt);
    }

    public RequestId id() {
        return id;
    }

    public RequestObservation observation() {
        return observation;
    }

    /**
     * Adds an action that runs once, when the request ends and before its response is sent; immediately if it has
     * ended.
     */
    public void onCompletion(Runnable action) {
        completionHooks.addForNextRun(action);
        if (isCompleted()) {
            completionHooks.runAll();
        }
    }

    /** Sets the registry of the server that counts the request until it ends. */
    void attachServerRegistry(RunningRequestRegistry registry) {
        serverRegistry = registry;
    }

    /** Sets the registry of its session or connection that counts the request until it ends; null to remove it. */
    void attachSessionRegistry(@Nullable SessionRequestRegistry registry) {
        sessionRegistry = registry;
    }

    /**
     * Keeps the request open until it is ended explicitly; it no longer counts as running, and shutdown does not wait
     * for it.
     */
    public void keepOpenUncounted() {
        restartTimeoutRaisingMax(NO_TIMEOUT);
        if (markOnce(UNREGISTERED) && serverRegistry != null) {
            serverRegistry.unregister(this);
        }
        decrementPendingResponses();
    }

    private boolean markOnce(int flag) {
        return (setFlags(flag) & flag) == 0;
    }

    /** Returns the flags before. */
    private int setFlags(int flags) {
        return state.getAndAccumulate(flags, (before, added) -> before | added);
    }

    /** Marks the response as sent: shutdown no longer waits for it. */
    private void decrementPendingResponses() {
        if (markOnce(RESPONSE_SENT)) {
            if (serverRegistry != null) {
                serverRegistry.counter().countResponseSent();
            }
            if (sessionRegistry != null) {
                sessionRegistry.counter().countResponseSent();
            }
        }
    }

    /**
     * Ends the request without waiting; returns false if it had already ended. If a step fails, the request is still
     * unregistered and gets its response.
     *
     * @param completion the response; null if there is none
     */
    public boolean tryComplete(@Nullable RequestCompletion completion) {
        int before = markCompleted();
        boolean first = (before & COMPLETED) == 0;
        if (first) {
            complete(completion, before);
        }
        return first;
    }

    /** Marks the request as ended and no longer running; returns the flags before. */
    private int markCompleted() {
        return setFlags(COMPLETED | UNREGISTERED);
    }

    private void complete(@Nullable RequestCompletion completion, int before) {
        try {
            observation.notifyCompleted(completion, startedAt);
        } finally {
            if ((before & UNREGISTERED) == 0 && serverRegistry != null) {
                serverRegistry.unregister(this);
            }
            if (sessionRegistry != null) {
                sessionRegistry.unregister(this);
            }
            runHooksAndSendResponse(completion);
        }
    }

    private void runHooksAndSendResponse(@Nullable RequestCompletion completion) {
        try {
            completionHooks.runAll();
        } finally {
            sendResponseOrAbandon(completion);
        }
    }

    private void sendResponseOrAbandon(@Nullable RequestCompletion completion) {
        try {
            if (completion == null) {
                responseSink.abandon();
            } else {
                responseSink.sendResponse(completion.response());
            }
        } finally {
            decrementPendingResponses();
        }
    }

    /** Sets the timeout of the request from now. Raises its maximum duration first if that is shorter. */
    void restartTimeoutRaisingMax(NamedTimeout timeout) {
        if (maxDuration.duration().compareTo(timeout.duration()) < 0) {
            maxDuration = timeout;
        }
        restartTimeout(timeout);
    }

    /** Restarts the timeout, within the maximum duration. */
    void restartTimeout(NamedTimeout timeout) {
        restartTimeout(timeout, System.nanoTime());
    }

    private void restartTimeout(NamedTimeout timeout, long now) {
        NamedTimeout max = maxDuration;
        long requested = now + timeout.duration().toNanos();
        long latest = startedAt + max.duration().toNanos();
        boolean beforeMax = requested - latest < 0;
        deadline = beforeMax ? requested : latest;
        currentTimeout = beforeMax ? timeout : max;
    }

    /** Returns true once if the timeout has expired. */
    boolean tryMarkOverdue(long now) {
        return now - deadline > 0 && markOnce(OVERDUE);
    }

    /** Returns the timeout that applies: the last one that was set, or the maximum duration if that expires first. */
    public NamedTimeout currentTimeout() {
        return currentTimeout;
    }

    public boolean isCompleted() {
        return (state.get() & COMPLETED) != 0;
    }

    /** Avoids the identity hash code, whose first computation is a call into the JVM. */
    @Override
    public int hashCode() {
        return Long.hashCode(startedAt);
    }

    /** Runs the handler on this thread; cancellation and timeout interrupt it. */
    public <T> T runInterruptibly(Callable<T> handler) throws Exception {
        thread.set(Thread.currentThread());
        try {
            if (isCompleted()) {
                throw new InterruptedException("cancelled before it began");
            }
            return handler.call();
        } finally {
            // A late interrupt must not affect the next request on this pooled thread.
            if (thread.getAndSet(null) == null) {
                awaitInterrupt();
            }
            Thread.interrupted();
        }
    }

    /** Waits for the interrupt that another thread is about to send. */
    @SuppressWarnings("ThreadPriorityCheck")
    private void awaitInterrupt() {
        while (!interrupted) {
            Thread.yield();
        }
    }

    /** Sends a notification; dropped after the end of the request. */
    void sendNotification(Notification notification) {
        if (!isCompleted()) {
            responseSink.send(notification);
        }
    }

    /**
     * Sends a notification without waiting; returns false if there is no capacity. Dropped after the end of the
     * request.
     */
    boolean trySendNotification(Notification notification) {
        return isCompleted() || responseSink.trySendNotification(notification);
    }

    /** Runs an action once, when there may be capacity again or the client has disconnected. */
    void runOnceWritable(Runnable action) {
        responseSink.onWritable(action);
    }

    /** Sends a request to the client. */
    public void sendRequest(Request request) {
        responseSink.send(request);
    }

    /** Marks the following response as a rejection because of missing scopes. */
    public void markForbidden(Set<String> needed) {
        responseSink.markForbidden(needed);
    }

    /**
     * Sends the notification that follows the end of a subscription, without waiting. Without capacity, it is dropped.
     */
    void trySendAfterCompletion(Notification notification) {
        responseSink.trySendNotification(notification);
    }

    /** Ends the request because of its timeout: sends the response and interrupts the handler. */
    public void expire(RequestCompletion completion) {
        completeAndInterrupt(completion);
    }

    /** Cancels the request: sends no response and interrupts the handler. No effect if it has ended. */
    public void cancel() {
        completeAndInterrupt(null);
    }

    private void completeAndInterrupt(@Nullable RequestCompletion completion) {
        int before = markCompleted();
        if ((before & COMPLETED) == 0) {
            try {
                complete(completion, before);
            } finally {
                interruptHandler();
            }
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
