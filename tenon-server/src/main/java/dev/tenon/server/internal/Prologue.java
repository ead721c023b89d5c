package dev.tenon.server.internal;

import dev.tenon.jsonrpc.Notification;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The time before a client has the answer to {@code initialize}: whoever serves the session may have something to say by
 * then, but nothing may come before that answer (lifecycle, initialization). What is too much is dropped.
 */
final class Prologue {
    private static final int MOST = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<Notification> held = new ArrayList<>();

    /** Sends a message, now or as soon as it may be sent. */
    void send(Notification message, Consumer<Notification> outlet) {
        if (over.getCount() == 0) {
            outlet.accept(message);
            return;
        }
        lock.lock();
        try {
            if (over.getCount() == 0) {
                outlet.accept(message);
            } else if (held.size() < MOST) {
                held.add(message);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The client has the answer: what was held back follows it. */
    void end(Consumer<Notification> outlet) {
        lock.lock();
        try {
            held.forEach(outlet);
            held.clear();
            over.countDown();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the client has the answer, or so long; whether it has it. */
    boolean awaitEnd(Duration longest) {
        try {
            return over.await(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
