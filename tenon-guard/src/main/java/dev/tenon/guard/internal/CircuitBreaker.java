package dev.tenon.guard.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.BadAnswerException;
import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpStatusException;
import dev.tenon.client.ServerErrorException;
import dev.tenon.guard.BreakerLimits;
import dev.tenon.guard.UpstreamState;
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
 * Refuses calls to a server that does not answer, and attempts to reach or start it: after some failures in a row it opens, and
 * then lets one attempt through at a time, after a delay that grows.
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
    private volatile long heardAt;

    @GuardedBy("lock") private long firstFailureAt;

    @GuardedBy("lock") private long nextTrialAt;

    @GuardedBy("lock") private @Nullable Attempt trial;

    /** A breaker of that upstream, which is what the log calls the server. */
    public CircuitBreaker(String upstream, BreakerLimits limits) {
        this(upstream, limits, System::nanoTime);
    }

    CircuitBreaker(String upstream, BreakerLimits limits, LongSupplier nanos) {
        this.upstream = upstream;
        this.limits = limits;
        this.nanos = nanos;
        this.heardAt = nanos.getAsLong();
    }

    /** What an attempt is made over, which decides what counts as a failure. */
    private enum Over {
        /** It makes a connection: a timeout and an invalid answer count. */
        NEW_CONNECTION,
        /** It is an HTTP request: a timeout counts, unless the server said anything meanwhile. */
        HTTP,
        /** It uses a connection that is open: it is not refused, and its loss does not count, but the attempt to connect again. */
        OPEN_CONNECTION
    }

    /** One call, or one attempt to connect. It ends by one of its methods; a second end changes nothing. */
    final class Attempt {
        private final Over over;
        private final long begunAt = nanos.getAsLong();

        private Attempt(Over over) {
            this.over = over;
        }

        /** The server answered, be it with an error. */
        void succeeded() {
            heard();
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
                trial = null;
            } finally {
                lock.unlock();
            }
        }

        /** The server did not answer. Only what shows that it cannot be reached, or hangs, counts. */
        void failed(Throwable problem) {
            if (problem instanceof ServerErrorException) {
                succeeded();
            } else if (counts(problem)) {
                count(this, problem);
            } else {
                cancel();
            }
        }

        /** It ended, and showed nothing of the server. */
        void cancel() {
            lock.lock();
            try {
                if (trial == this) {
                    trial = null;
                }
            } finally {
                lock.unlock();
            }
        }

        private boolean counts(Throwable problem) {
            if (problem instanceof CallTimeoutException) {
                return over == Over.NEW_CONNECTION || over == Over.HTTP && heardAt - begunAt < 0;
            }
            return problem instanceof BadAnswerException && over == Over.NEW_CONNECTION
                    || problem instanceof ConnectionFailedException
                            && over != Over.OPEN_CONNECTION
                            && !isAboutCaller(problem);
        }
    }

    /** A problem with the credentials, the request or the share of one caller does not concern other callers. */
    static boolean isAboutCaller(Throwable problem) {
        return problem instanceof AuthorizationException
                || problem instanceof RpcException busy && busy.error().code() == ErrorCode.BUSY
                || problem instanceof HttpStatusException answered && answered.status() < FIRST_SERVER_ERROR;
    }

    /**
     * Begins an attempt to connect.
     *
     * @throws CircuitOpenException when the breaker is open, with the time of the next attempt
     */
    Attempt connect() {
        return checked(new Attempt(Over.NEW_CONNECTION));
    }

    /**
     * Begins a call by an HTTP request.
     *
     * @throws CircuitOpenException when the breaker is open, with the time of the next attempt
     */
    Attempt request() {
        return checked(new Attempt(Over.HTTP));
    }

    /** Begins a call over an open connection. */
    Attempt message() {
        return new Attempt(Over.OPEN_CONNECTION);
    }

    private Attempt checked(Attempt attempt) {
        if (openCount == 0) {
            return attempt;
        }
        lock.lock();
        try {
            long now = nanos.getAsLong();
            long left = nextTrialAt - now;
            // A trial that takes longer than any delay does not keep out the next one.
            boolean isTried = trial != null
                    && now - trial.begunAt <= limits.longestDelay().toNanos();
            if (openCount > 0 && (left > 0 || isTried)) {
                throw new CircuitOpenException(failures, left <= 0 ? 0 : (left + SECOND - 1) / SECOND);
            }
            trial = attempt;
            return attempt;
        } finally {
            lock.unlock();
        }
    }

    /** The server said something: a call that it does not answer in time is slow, and the server does not hang. */
    void heard() {
        heardAt = nanos.getAsLong();
    }

    private void count(Attempt attempt, Throwable problem) {
        lock.lock();
        try {
            long now = nanos.getAsLong();
            boolean isOpen = openCount > 0;
            if (isOpen && trial != attempt) {
                return; // It began before the breaker opened.
            }
            trial = null;
            boolean isFirst =
                    failures == 0 || now - firstFailureAt > limits.within().toNanos();
            int more = isFirst && !isOpen ? 1 : failures + 1;
            if (more == 1) {
                firstFailureAt = now;
            }
            failures = more;
            if (isOpen || more >= limits.failures()) {
                int opened = openCount + 1;
                openCount = opened;
                nextTrialAt = now + delay(opened).toNanos();
                if (!isOpen) {
                    LOG.warn(
                            "Requests are refused until the upstream answers again: upstream={}, failures in a row={}, cause={}",
                            upstream,
                            more,
                            Trouble.cause(problem));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private Duration delay(int opened) {
        Duration grown = limits.firstDelay().multipliedBy(1L << Math.min(opened - 1, MAX_DOUBLINGS));
        return grown.compareTo(limits.longestDelay()) > 0 ? limits.longestDelay() : grown;
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
