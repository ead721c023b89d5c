package dev.tenon.guard.aggregate;

import dev.tenon.guard.internal.concurrent.UsageCounter;
import dev.tenon.guard.internal.error.UpstreamRetiredException;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.forwarder.ForwardingSession;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What one member does for one client: it is met when it is needed, and left when nobody needs it any more. */
final class MemberConnection {
    private final MemberState seat;
    private final DownstreamClient client;
    private final ReentrantLock connectLock = new ReentrantLock();
    private final UsageCounter calls = new UsageCounter();
    /** Written with the lock. */
    private volatile @Nullable ForwardingSession service;

    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean isUnannounced;

    /** A link for which {@link MemberState#tryAcquire} has been called. */
    MemberConnection(MemberState seat, DownstreamClient client) {
        this.seat = seat;
        this.client = client;
    }

    /** Counts one more call; false when no more may come. */
    boolean tryAcquire() {
        return calls.tryAcquire();
    }

    /** A call has ended. */
    void release() {
        calls.release();
    }

    /**
     * Returns the service of the member, and meets it first if necessary. The caller must have entered. {@code
     * returned} is run when an earlier attempt had failed. Without a session nothing waits here: the link belongs to
     * one request, for which a {@link dev.tenon.server.forwarder.RequestForwarder} must not block.
     */
    ForwardingSession getOrConnect(Runnable returned) throws Exception {
        ForwardingSession known = service;
        if (known != null) {
            return known;
        }
        boolean wasMissed;
        connectLock.lockInterruptibly();
        try {
            known = service;
            if (known != null) {
                return known;
            }
            known = connect();
            service = known;
            wasMissed = isUnannounced;
            isUnannounced = false;
        } finally {
            connectLock.unlock();
        }
        if (wasMissed) {
            returned.run();
        }
        return known;
    }

    private ForwardingSession connect() throws Exception {
        try {
            return seat.member().forwarder().connect(client);
        } catch (UpstreamRetiredException e) {
            throw new MemberRemovedException(seat);
        } catch (Exception e) {
            isUnannounced = true;
            throw e;
        }
    }

    /** What the client was told of does not hold this member. */
    void markMissed() {
        isUnannounced = true;
    }

    /** Whoever it leads to, if that has been met. */
    @Nullable ForwardingSession sessionIfConnected() {
        return service;
    }

    /** No more calls may come; those under way go on. */
    void retire() {
        calls.retire(() -> {
            close();
            seat.release();
        });
    }

    /** The client is gone: whatever is under way ends. */
    void shutdown() {
        retire();
        close();
    }

    private void close() {
        ForwardingSession known = service;
        if (known != null && closed.compareAndSet(false, true)) {
            known.close();
        }
    }
}
