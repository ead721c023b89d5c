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
        lock.lock();
        try {
            waiting.add(deadline);
            for (int i = 0; i < pauses; i++) {
                deadline.pause();
            }
        } finally {
            lock.unlock();
        }
    }

    void leave(Deadline deadline) {
        lock.lock();
        try {
            waiting.remove(deadline);
            for (int i = 0; i < pauses; i++) {
                deadline.resume();
            }
        } finally {
            lock.unlock();
        }
    }

    /** All stand still; what is returned ends that, when it is called once. */
    Runnable pause() {
        lock.lock();
        try {
            pauses++;
            waiting.forEach(Deadline::pause);
        } finally {
            lock.unlock();
        }
        return this::resume;
    }

    private void resume() {
        lock.lock();
        try {
            pauses--;
            waiting.forEach(Deadline::resume);
        } finally {
            lock.unlock();
        }
    }
}
