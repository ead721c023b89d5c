package dev.tenon.client.internal;

import dev.tenon.jsonrpc.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Who waits for a connection to be made loses no patience while a person logs in for it. */
final class Standstill {
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Deadline> waiting = new ArrayList<>();
    private int pauses;

    /** This deadline stands still with the others, until {@link #leave}. */
    void join(Deadline deadline) {
        locked(() -> {
            waiting.add(deadline);
            for (int i = 0; i < pauses; i++) {
                deadline.pause();
            }
        });
    }

    void leave(Deadline deadline) {
        locked(() -> {
            waiting.remove(deadline);
            for (int i = 0; i < pauses; i++) {
                deadline.resume();
            }
        });
    }

    /** All stand still; what is returned ends that, when it is called once. */
    Runnable pause() {
        locked(() -> {
            pauses++;
            waiting.forEach(Deadline::pause);
        });
        return () -> locked(() -> {
            pauses--;
            waiting.forEach(Deadline::resume);
        });
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }
}
