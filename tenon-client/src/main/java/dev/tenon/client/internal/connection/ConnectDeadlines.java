package dev.tenon.client.internal.connection;

import dev.tenon.jsonrpc.internal.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Who waits for a connection to be made loses no patience while a person logs in for it. */
public final class ConnectDeadlines {
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Deadline> deadlines = new ArrayList<>();
    private int pauses;

    /** This deadline stands still with the others, until {@link #unregister}. */
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

    /** All stand still; what is returned ends that, when it is called once. */
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
