package dev.tenon.server.internal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Keeps what a client says while its session is being opened, which takes time where somebody else is asked first. */
final class Holding {
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<byte[]> held = new ArrayDeque<>();
    /** Written with the lock; whoever takes messages in, and begins this, need not take it to see that nothing is kept. */
    private volatile boolean holding;

    Holding(int most) {
        this.most = most;
    }

    /** Keeps messages from now on, until {@link #release}. */
    void begin() {
        lock.lock();
        try {
            holding = true;
        } finally {
            lock.unlock();
        }
    }

    /** Keeps a message; false when none is kept now, or there are too many. */
    boolean keeps(byte[] message) {
        if (!holding) {
            return false;
        }
        lock.lock();
        try {
            return holding && held.size() < most && held.add(message);
        } finally {
            lock.unlock();
        }
    }

    /** Hands out what was kept, in order, and keeps nothing more. */
    void release(Consumer<byte[]> to) {
        for (byte[] message = next(); message != null; message = next()) {
            to.accept(message);
        }
    }

    private byte @org.jspecify.annotations.Nullable [] next() {
        lock.lock();
        try {
            byte[] message = held.poll();
            holding = message != null;
            return message;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until nothing is kept any more, but no longer than that. */
    void awaitReleased(Duration longest) {
        Quiet.await(this::isIdle, longest);
    }

    private boolean isIdle() {
        lock.lock();
        try {
            return !holding;
        } finally {
            lock.unlock();
        }
    }
}
