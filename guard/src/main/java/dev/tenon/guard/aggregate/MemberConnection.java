package dev.tenon.guard.aggregate;

import dev.tenon.guard.internal.concurrent.UsageCounter;
import dev.tenon.guard.internal.error.UpstreamRetiredException;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.forwarder.ForwardingSession;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one client to one member. It is opened on first use and closed after removal, when the last call
 * ends.
 */
final class MemberConnection {
    final ReferenceCountedMember member;
    private final DownstreamClient client;
    private final ReentrantLock connectLock = new ReentrantLock();
    /** Counts the calls in progress; none is added once the connection is retired. */
    final UsageCounter calls = new UsageCounter();

    /** Written under the lock. */
    private volatile @Nullable ForwardingSession session;

    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean isUnannounced;

    /** Creates a connection, which is a user of the member that the caller has acquired. */
    MemberConnection(ReferenceCountedMember member, DownstreamClient client) {
        this.member = member;
        this.client = client;
    }

    /**
     * Returns the session with the member, and connects first if necessary; the caller must have acquired this
     * connection. {@code onRecovered} runs if an earlier attempt had failed. Does not block for clients without a
     * session: this connection then belongs to one request, for which a {@link
     * dev.tenon.server.forwarder.RequestForwarder} must not block.
     */
    ForwardingSession getOrConnect(Runnable onRecovered) throws Exception {
        ForwardingSession current = session;
        if (current != null) {
            return current;
        }
        boolean wasUnannounced;
        connectLock.lockInterruptibly();
        try {
            current = session;
            if (current != null) {
                return current;
            }
            current = connect();
            session = current;
            wasUnannounced = isUnannounced;
            isUnannounced = false;
        } finally {
            connectLock.unlock();
        }
        if (wasUnannounced) {
            onRecovered.run();
        }
        return current;
    }

    private ForwardingSession connect() throws Exception {
        try {
            return member.member().forwarder().connect(client);
        } catch (UpstreamRetiredException e) {
            throw new MemberRemovedException(member);
        } catch (Exception e) {
            isUnannounced = true;
            throw e;
        }
    }

    /** Records that the client's description does not include this member. */
    void markUnannounced() {
        isUnannounced = true;
    }

    /** Returns the session, or null if it is not connected. */
    @Nullable ForwardingSession sessionIfConnected() {
        return session;
    }

    /** Rejects new calls; calls in progress continue. */
    void retire() {
        calls.retire(() -> {
            close();
            member.users.release();
        });
    }

    /** Rejects new calls and cancels calls in progress, as the client has left. */
    void shutdown() {
        retire();
        close();
    }

    private void close() {
        ForwardingSession current = session;
        if (current != null && closed.compareAndSet(false, true)) {
            current.close();
        }
    }
}
