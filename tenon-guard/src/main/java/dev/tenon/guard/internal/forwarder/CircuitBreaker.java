package dev.tenon.guard.internal.forwarder;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.BreakerLimits;
import dev.tenon.guard.UpstreamState;
import dev.tenon.guard.internal.error.CircuitOpenException;
import dev.tenon.guard.internal.error.UpstreamErrorMapper;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.oauth.client.AuthorizationException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses calls to a server that does not answer, and attempts to reach or start it: after some failures in a row it
 * opens, and then lets one attempt through at a time, after a delay that grows.
 */
public final class CircuitBreaker {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private static final int FIRST_SERVER_ERROR = 500;
    private static final long SECOND = 1_000_000_000;
    private static final int MAX_DOUBLINGS = 20;

    private final String upstream;
    private final BreakerLimits limits;
    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();
    /** Failures in a row. Written under the lock. */
    private volatile int failures;
    /** How many attempts failed since it opened; 0 while it is closed. Written under the lock. */
    private volatile int openCount;
    /** When the server last said anything. */
    private volatile long lastMessageAt;

    @GuardedBy("lock") private long firstFailureAt;

    @GuardedBy("lock") private long nextTrialAt;

    @GuardedBy("lock") private @Nullable BreakerPermit trialPermit;

    /** A breaker of that upstream, which is what the log calls the server. */
    public CircuitBreaker(String upstream, BreakerLimits limits) {
        this(upstream, limits, System::nanoTime);
    }

    CircuitBreaker(String upstream, BreakerLimits limits, LongSupplier nanos) {
        this.upstream = upstream;
        this.limits = limits;
        this.nanos = nanos;
        this.lastMessageAt = nanos.getAsLong();
    }

    /** What an attempt is made over, which decides what counts as a failure. */
    private enum ConnectionUse {
        /** It makes a connection: a timeout and an invalid answer count. */
        NEW_CONNECTION,
        /** It is an HTTP request: a timeout counts, unless the server said anything meanwhile. */
        HTTP,
        /**
         * It uses a connection that is open: it is not refused, and its loss does not count, but the attempt to connect
         * again.
         */
        OPEN_CONNECTION
    }

    /** One call, or one attempt to connect. It ends by one of its methods; a second end changes nothing. */
    final class BreakerPermit {
        private final ConnectionUse connectionUse;
        private final long acquiredAt = nanos.getAsLong();

        private BreakerPermit(ConnectionUse over) {
            this.connectionUse = over;
        }

        /** The server answered, be it with an error. */
        void onSuccess() {
            onMessageReceived();
            if (failures == 0) {
                return;
            }
            lock.lock();
            try {
                if (openCount > 0) {
                    LOG.info("Requests are let through again: upstream={}", upstream);
                }
                failures = 0;
                openCount = 0;
                trialPermit = null;
            } finally {
                lock.unlock();
            }
        }

        /** The server did not answer. Only what shows that it cannot be reached, or hangs, counts. */
        void onFailure(Throwable problem) {
            if (problem instanceof ServerErrorException) {
                onSuccess();
            } else if (isCountedFailure(problem)) {
                recordFailure(this, problem);
            } else {
                release();
            }
        }

        /** It ended, and showed nothing of the server. */
        void release() {
            lock.lock();
            try {
                if (trialPermit == this) {
                    trialPermit = null;
                }
            } finally {
                lock.unlock();
            }
        }

        private boolean isCountedFailure(Throwable problem) {
            if (problem instanceof CallTimeoutException) {
                return connectionUse == ConnectionUse.NEW_CONNECTION
                        || connectionUse == ConnectionUse.HTTP && lastMessageAt - acquiredAt < 0;
            }
            return problem instanceof InvalidResponseException && connectionUse == ConnectionUse.NEW_CONNECTION
                    || problem instanceof ConnectionFailedException
                            && connectionUse != ConnectionUse.OPEN_CONNECTION
                            && !isCallerSpecific(problem);
        }
    }

    /** A problem with the credentials, the request or the share of one caller does not concern other callers. */
    static boolean isCallerSpecific(Throwable problem) {
        return problem instanceof AuthorizationException
                || problem instanceof RpcException busy && busy.error().code() == ErrorCode.BUSY
                || problem instanceof HttpStatusException answered && answered.status() < FIRST_SERVER_ERROR;
    }

    /**
     * Begins an attempt to connect.
     *
     * @throws CircuitOpenException when the breaker is open, with the time of the next attempt
     */
    BreakerPermit acquireForConnect() {
        return admit(new BreakerPermit(ConnectionUse.NEW_CONNECTION));
    }

    /**
     * Begins a call by an HTTP request.
     *
     * @throws CircuitOpenException when the breaker is open, with the time of the next attempt
     */
    BreakerPermit acquireForHttpRequest() {
        return admit(new BreakerPermit(ConnectionUse.HTTP));
    }

    /** Begins a call over an open connection. */
    BreakerPermit acquireForMessage() {
        return new BreakerPermit(ConnectionUse.OPEN_CONNECTION);
    }

    private BreakerPermit admit(BreakerPermit attempt) {
        if (openCount == 0) {
            return attempt;
        }
        lock.lock();
        try {
            long now = nanos.getAsLong();
            long left = nextTrialAt - now;
            // A trial that takes longer than any delay does not keep out the next one.
            boolean isTried = trialPermit != null
                    && now - trialPermit.acquiredAt <= limits.maxDelay().toNanos();
            if (openCount > 0 && (left > 0 || isTried)) {
                throw new CircuitOpenException(failures, left <= 0 ? 0 : (left + SECOND - 1) / SECOND);
            }
            trialPermit = attempt;
            return attempt;
        } finally {
            lock.unlock();
        }
    }

    /** The server said something: a call that it does not answer in time is slow, and the server does not hang. */
    void onMessageReceived() {
        lastMessageAt = nanos.getAsLong();
    }

    private void recordFailure(BreakerPermit attempt, Throwable problem) {
        lock.lock();
        try {
            long now = nanos.getAsLong();
            boolean isOpen = openCount > 0;
            if (isOpen && trialPermit != attempt) {
                return; // It began before the breaker opened.
            }
            trialPermit = null;
            boolean isFirst = failures == 0
                    || now - firstFailureAt > limits.failureWindow().toNanos();
            int more = isFirst && !isOpen ? 1 : failures + 1;
            if (more == 1) {
                firstFailureAt = now;
            }
            failures = more;
            if (isOpen || more >= limits.failures()) {
                int opened = openCount + 1;
                openCount = opened;
                nextTrialAt = now + openDelay(opened).toNanos();
                if (!isOpen) {
                    LOG.warn(
                            "Requests are refused until the upstream answers again: upstream={}, failures in a row={}, cause={}",
                            upstream,
                            more,
                            UpstreamErrorMapper.redactedMessage(problem));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private Duration openDelay(int opened) {
        Duration grown = limits.initialDelay().multipliedBy(1L << Math.min(opened - 1, MAX_DOUBLINGS));
        return grown.compareTo(limits.maxDelay()) > 0 ? limits.maxDelay() : grown;
    }

    /** Whether the server is tried, and when it is tried next. */
    public UpstreamState state() {
        lock.lock();
        try {
            Duration left = Duration.ofNanos(Math.max(0, nextTrialAt - nanos.getAsLong()));
            return new UpstreamState(openCount == 0, failures, openCount == 0 ? Duration.ZERO : left);
        } finally {
            lock.unlock();
        }
    }
}
