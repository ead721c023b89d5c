package dev.tenon.client.internal.connection;

import dev.tenon.jsonrpc.internal.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Pauses the deadlines of callers that wait for a connection while a person logs in. */
public final class LoginDeadlinePauser {
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Deadline> deadlines = new ArrayList<>();
    private int pauses;

    /** Adds a deadline, which is paused together with the others until {@link #unregister}. */
    void register(Deadline deadline) {
        withLock(() -> {
            deadlines.add(deadline);
            for (int i = 0; i < pauses; i++) {
                deadline.pause();
            }
        });
    }

    void unregister(Deadline deadline) {
        withLock(() -> {
            deadlines.remove(deadline);
            for (int i = 0; i < pauses; i++) {
                deadline.resume();
            }
        });
    }

    /**
     * Pauses all deadlines.
     *
     * @return resumes them; must be called once
     */
    Runnable pauseAll() {
        withLock(() -> {
            pauses++;
            deadlines.forEach(Deadline::pause);
        });
        return () -> withLock(() -> {
            pauses--;
            deadlines.forEach(Deadline::resume);
        });
    }

    private void withLock(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }
}
