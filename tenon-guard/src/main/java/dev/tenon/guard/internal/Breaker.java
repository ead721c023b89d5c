package dev.tenon.guard.internal;

import dev.tenon.client.BadAnswerException;
import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpStatusException;
import dev.tenon.client.ServerErrorException;
import dev.tenon.guard.BreakerLimits;
import dev.tenon.guard.UpstreamState;
import dev.tenon.oauth.client.AuthorizationException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a server that cannot be reached, or a command that does not start, from being tried for each request: after some
 * failures in a row it opens, and requests are refused at once; then one is let through to try, after a delay that grows.
 */
public final class Breaker {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private static final int FIRST_ERROR_OF_SERVERS = 500;
    private static final long SECOND = 1_000_000_000;
    private static final int MOST_DOUBLINGS = 20;

    private final String server;
    private final BreakerLimits limits;
    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();
    /** Failures in a row; also whether there is anything to forget. */
    private volatile int failures;

    private long since;
    private int opened;
    private long until;
    private boolean trying;

    /** A breaker of that server, as the log calls it. */
    public Breaker(String server, BreakerLimits limits) {
        this(server, limits, System::nanoTime);
    }

    Breaker(String server, BreakerLimits limits, LongSupplier nanos) {
        this.server = server;
        this.limits = limits;
        this.nanos = nanos;
    }

    /**
     * Lets somebody try to connect, who then says how it {@linkplain #worked went} or {@linkplain #failed not}.
     *
     * @throws LeftAloneException when it is of no use now, with when it will be
     */
    void check() {
        lock.lock();
        try {
            if (opened == 0) {
                return;
            }
            long left = until - nanos.getAsLong();
            if (left <= 0 && !trying) {
                trying = true;
                return;
            }
            throw new LeftAloneException(failures, left <= 0 ? 0 : (left + SECOND - 1) / SECOND);
        } finally {
            lock.unlock();
        }
    }

    /** The server was there. */
    void worked() {
        if (failures == 0) {
            return;
        }
        lock.lock();
        try {
            boolean wasOpen = opened > 0;
            failures = 0;
            opened = 0;
            trying = false;
            if (wasOpen) {
                LOG.info("{} is there again", server);
            }
        } finally {
            lock.unlock();
        }
    }

    /** A connection could not be made: also when the server said nothing, or nothing that makes sense. */
    void notConnected(RuntimeException problem) {
        if (problem instanceof CallTimeoutException || problem instanceof BadAnswerException) {
            count(problem);
        } else {
            failed(problem);
        }
    }

    /** A call failed. Only what shows that the server is not there counts; an error that it answers shows that it is. */
    void failed(RuntimeException problem) {
        if (problem instanceof ServerErrorException) {
            worked();
        } else if (problem instanceof ConnectionFailedException && !isAboutTheCaller(problem)) {
            count(problem);
        } else {
            leave();
        }
    }

    /** What is about the caller, such as his credentials, is nothing to the others. */
    private static boolean isAboutTheCaller(RuntimeException problem) {
        return problem instanceof AuthorizationException
                || problem instanceof HttpStatusException answered && answered.status() < FIRST_ERROR_OF_SERVERS;
    }

    private void leave() {
        lock.lock();
        try {
            trying = false;
        } finally {
            lock.unlock();
        }
    }

    private void count(RuntimeException problem) {
        lock.lock();
        try {
            long now = nanos.getAsLong();
            boolean isOpen = opened > 0;
            if (isOpen && !trying) {
                // Begun before it opened: that is known.
                return;
            }
            if (!isOpen && (failures == 0 || now - since > limits.within().toNanos())) {
                failures = 0;
                since = now;
            }
            // Written under the lock only; volatile is for those who read.
            int more = failures + 1;
            failures = more;
            trying = false;
            if (isOpen || more >= limits.failures()) {
                opened++;
                until = now + delay().toNanos();
                if (!isOpen) {
                    LOG.warn(
                            "{} could not be reached {} times in a row, and is left alone for a while: {}",
                            server,
                            more,
                            problem.getMessage());
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private Duration delay() {
        Duration grown = limits.firstDelay().multipliedBy(1L << Math.min(opened - 1, MOST_DOUBLINGS));
        return grown.compareTo(limits.longestDelay()) > 0 ? limits.longestDelay() : grown;
    }

    /** How it is now. */
    public UpstreamState state() {
        lock.lock();
        try {
            Duration left = Duration.ofNanos(Math.max(0, until - nanos.getAsLong()));
            return new UpstreamState(opened == 0, failures, opened == 0 ? Duration.ZERO : left);
        } finally {
            lock.unlock();
        }
    }
}
