package dev.tenon.guard.internal.forwarder;

import static dev.tenon.guard.internal.log.GuardLog.LOG;

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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rejects calls to an upstream server that does not respond, and attempts to reach or start it: after several
 * consecutive failures it opens, and then admits one attempt at a time, after increasing delays.
 */
public final class CircuitBreaker {
    private static final int FIRST_SERVER_ERROR = 500;
    private static final long SECOND = 1_000_000_000;
    private static final int MAX_DOUBLINGS = 20;

    private final String upstream;
    private final BreakerLimits limits;
    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();
    /** Consecutive failures. Written under the lock. */
    private volatile int failures;
    /** The number of failed attempts since it opened; 0 while it is closed. Written under the lock. */
    private volatile int openCount;
    /** When the server last sent a message. */
    private volatile long lastMessageAt;

    @GuardedBy("lock") private long firstFailureAt;

    @GuardedBy("lock") private long nextTrialAt;

    @GuardedBy("lock") private @Nullable BreakerPermit trialPermit;

    /** Creates a breaker for an upstream, which is named in log messages. */
    public CircuitBreaker(String upstream, BreakerLimits limits) {
        this(upstream, limits, System::nanoTime);
    }

    CircuitBreaker(String upstream, BreakerLimits limits, LongSupplier nanos) {
        this.upstream = upstream;
        this.limits = limits;
        this.nanos = nanos;
        this.lastMessageAt = nanos.getAsLong();
    }

    /** How an attempt uses a connection, which decides what counts as a failure. */
    private enum ConnectionUse {
        /** It opens a connection: timeouts and invalid responses count. */
        NEW_CONNECTION,
        /** It sends an HTTP request: a timeout counts, unless the server sent a message in the meantime. */
        HTTP,
        /**
         * It uses an open connection: it is always admitted. Losing the connection does not count; the next attempt to
         * connect does.
         */
        OPEN_CONNECTION
    }

    /** A permit for one call or connection attempt. The first completing method counts; later calls have no effect. */
    final class BreakerPermit {
        private final ConnectionUse connectionUse;
        private final long acquiredAt = nanos.getAsLong();

        private BreakerPermit(ConnectionUse use) {
            this.connectionUse = use;
        }

        /** Runs a task to which the server has to respond. */
        <T> T run(Supplier<T> task) {
            try {
                T result = task.get();
                onSuccess();
                return result;
            } catch (RuntimeException | Error e) {
                onFailure(e);
                throw e;
            }
        }

        /** The server responded, possibly with an error. */
        void onSuccess() {
            recordMessageTime();
            if (failures == 0) {
                return;
            }
            lock.lock();
            try {
                if (openCount > 0) {
                    LOG.info("Circuit breaker closed, upstream responds again: upstream={}", upstream);
                }
                failures = 0;
                openCount = 0;
                trialPermit = null;
            } finally {
                lock.unlock();
            }
        }

        /** The attempt failed. It counts only if the server seems to be unreachable or to hang. */
        void onFailure(Throwable problem) {
            if (problem instanceof ServerErrorException) {
                onSuccess();
            } else if (isCountedFailure(problem)) {
                recordFailure(this, problem);
            } else {
                release();
            }
        }

        /** The attempt ended without information about the server. */
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

    /** Returns whether a failure concerns only one caller: its credentials, its request or its share of a limit. */
    static boolean isCallerSpecific(Throwable problem) {
        return problem instanceof AuthorizationException
                || problem instanceof RpcException busy && busy.error().code() == ErrorCode.BUSY
                || problem instanceof HttpStatusException http && http.status() < FIRST_SERVER_ERROR;
    }

    /**
     * Acquires a permit for a connection attempt.
     *
     * @throws CircuitOpenException if the breaker is open, with the time of the next attempt
     */
    BreakerPermit acquireForConnect() {
        return admit(new BreakerPermit(ConnectionUse.NEW_CONNECTION));
    }

    /**
     * Acquires a permit for a call by an HTTP request.
     *
     * @throws CircuitOpenException if the breaker is open, with the time of the next attempt
     */
    BreakerPermit acquireForHttpRequest() {
        return admit(new BreakerPermit(ConnectionUse.HTTP));
    }

    /** Returns a permit for a call over an open connection. */
    BreakerPermit createPermitForOpenConnection() {
        return new BreakerPermit(ConnectionUse.OPEN_CONNECTION);
    }

    private BreakerPermit admit(BreakerPermit permit) {
        if (openCount == 0) {
            return permit;
        }
        lock.lock();
        try {
            long now = nanos.getAsLong();
            long remaining = nextTrialAt - now;
            // A trial that takes longer than the maximum delay does not block the next one.
            boolean trialInProgress = trialPermit != null
                    && now - trialPermit.acquiredAt <= limits.maxDelay().toNanos();
            if (openCount > 0 && (remaining > 0 || trialInProgress)) {
                throw new CircuitOpenException(failures, remaining <= 0 ? 0 : (remaining + SECOND - 1) / SECOND);
            }
            trialPermit = permit;
            return permit;
        } finally {
            lock.unlock();
        }
    }

    /** Records that the server sent a message: calls that time out are then slow, and the server does not hang. */
    void recordMessageTime() {
        lastMessageAt = nanos.getAsLong();
    }

    private void recordFailure(BreakerPermit permit, Throwable problem) {
        lock.lock();
        try {
            long now = nanos.getAsLong();
            boolean isOpen = openCount > 0;
            if (isOpen && trialPermit != permit) {
                return; // It started before the breaker opened.
            }
            trialPermit = null;
            boolean isFirst = failures == 0
                    || now - firstFailureAt > limits.failureWindow().toNanos();
            int count = isFirst && !isOpen ? 1 : failures + 1;
            if (count == 1) {
                firstFailureAt = now;
            }
            failures = count;
            if (isOpen || count >= limits.failures()) {
                int attempts = openCount + 1;
                openCount = attempts;
                nextTrialAt = now + openDelay(attempts).toNanos();
                if (!isOpen) {
                    String text = "Circuit breaker opened, rejecting requests: upstream={}, failures={}, cause={}";
                    LOG.warn(text, upstream, count, UpstreamErrorMapper.redactedMessage(problem));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private Duration openDelay(int attempts) {
        Duration delay = limits.initialDelay().multipliedBy(1L << Math.min(attempts - 1, MAX_DOUBLINGS));
        return delay.compareTo(limits.maxDelay()) > 0 ? limits.maxDelay() : delay;
    }

    /** Returns whether requests are forwarded, and when the next attempt is made. */
    public UpstreamState state() {
        lock.lock();
        try {
            Duration remaining = Duration.ofNanos(Math.max(0, nextTrialAt - nanos.getAsLong()));
            return new UpstreamState(openCount == 0, failures, openCount == 0 ? Duration.ZERO : remaining);
        } finally {
            lock.unlock();
        }
    }
}
