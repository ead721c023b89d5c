package dev.tenon.guard.joint;

import dev.tenon.guard.internal.RetiredException;
import dev.tenon.guard.internal.UseCount;
import dev.tenon.server.RelayClient;
import dev.tenon.server.RelayService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What one member does for one client: it is met when it is needed, and left when nobody needs it any more. */
final class Link {
    private final Seat seat;
    private final RelayClient client;
    private final ReentrantLock meeting = new ReentrantLock();
    private final UseCount calls = new UseCount();
    /** Written with the lock. */
    private volatile @Nullable RelayService service;

    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean missed;

    /** A link for which {@link Seat#enter} has been called. */
    Link(Seat seat, RelayClient client) {
        this.seat = seat;
        this.client = client;
    }

    /** Counts one more call; false when no more may come. */
    boolean enter() {
        return calls.enter();
    }

    /** A call has ended. */
    void exit() {
        calls.exit();
    }

    /**
     * Returns the service of the member, and meets it first if necessary. The caller must have entered. {@code returned} is run when an
     * earlier attempt had failed. Without a session nothing waits here: the link belongs to one request, for which a
     * {@link dev.tenon.server.Relay} must not block.
     */
    RelayService service(Runnable returned) throws Exception {
        RelayService known = service;
        if (known != null) {
            return known;
        }
        boolean wasMissed;
        meeting.lockInterruptibly();
        try {
            known = service;
            if (known != null) {
                return known;
            }
            known = met();
            service = known;
            wasMissed = missed;
            missed = false;
        } finally {
            meeting.unlock();
        }
        if (wasMissed) {
            returned.run();
        }
        return known;
    }

    private RelayService met() throws Exception {
        try {
            return seat.member().relay().meet(client);
        } catch (RetiredException e) {
            throw new GoneException(seat);
        } catch (Exception e) {
            missed = true;
            throw e;
        }
    }

    /** What the client was told of does not hold this member. */
    void isMissed() {
        missed = true;
    }

    /** Whoever it leads to, if that has been met. */
    @Nullable RelayService metAlready() {
        return service;
    }

    /** No more calls may come; those under way go on. */
    void retire() {
        calls.retire(() -> {
            close();
            seat.exit();
        });
    }

    /** The client is gone: whatever is under way ends. */
    void end() {
        retire();
        close();
    }

    private void close() {
        RelayService known = service;
        if (known != null && closed.compareAndSet(false, true)) {
            known.close();
        }
    }
}
