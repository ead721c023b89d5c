package dev.tenon.servlet;

import jakarta.servlet.AsyncContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The life of one request: it is complete when its answer is written and its body is done with, and it is lost when the
 * client goes away before. Afterwards the container's objects belong to somebody else's request and are not touched.
 *
 * <p>Nothing is called with the lock held but the container, which in turn calls nobody from there: a container's thread may
 * wait for the lock while it has its own.
 */
final class Exchange {
    /** Something done with the container's objects; says whether to go on. */
    interface Step {
        boolean run() throws IOException;
    }

    private final AsyncContext async;
    private final Executor closings;
    private final Consumer<Exchange> atEnd;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Runnable> whenLost = new ArrayList<>();
    private boolean inputDone;
    private boolean outputDone;
    private boolean over;
    private boolean lost;

    /**
     * A request that has arrived.
     *
     * @param closings runs what is to be run when the request is lost: not the thread that notices, which may hold locks
     * @param atEnd run at the end, whichever it is
     */
    Exchange(AsyncContext async, Executor closings, Consumer<Exchange> atEnd) {
        this.async = async;
        this.closings = closings;
        this.atEnd = atEnd;
    }

    /** Does something with the container's objects unless it is over; false when it is, or when it went wrong. */
    boolean step(Step step) {
        lock.lock();
        try {
            return !over && step.run();
        } catch (IOException | RuntimeException e) {
            // Either the client is gone, or the container has taken its objects back because it is.
            lose();
            return false;
        } finally {
            lock.unlock();
        }
    }

    boolean isOver() {
        lock.lock();
        try {
            return over;
        } finally {
            lock.unlock();
        }
    }

    /** The body is read, or nobody will read it. */
    void inputDone() {
        lock.lock();
        try {
            inputDone = true;
            completeIfDone();
        } finally {
            lock.unlock();
        }
    }

    /** The answer is written. */
    void outputDone() {
        lock.lock();
        try {
            outputDone = true;
            completeIfDone();
        } finally {
            lock.unlock();
        }
    }

    private void completeIfDone() {
        if (inputDone && outputDone && !over) {
            over = true;
            complete();
            atEnd.accept(this);
        }
    }

    /** The client has gone away, or shall go. */
    void lose() {
        lock.lock();
        try {
            if (!over) {
                over = true;
                lost = true;
                complete();
                atEnd.accept(this);
                List<Runnable> actions = List.copyOf(whenLost);
                whenLost.clear();
                closings.execute(() -> actions.forEach(Runnable::run));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Gives the request back to the container; when that has it already, nothing happens. */
    private void complete() {
        try {
            async.complete();
        } catch (IllegalStateException e) {
            // The container is ending it by itself, after an error.
        }
    }

    /** What to run when the request is lost; at once when it was. */
    void whenLost(Runnable action) {
        boolean now;
        lock.lock();
        try {
            now = lost;
            if (!over) {
                whenLost.add(action);
            }
        } finally {
            lock.unlock();
        }
        if (now) {
            action.run();
        }
    }
}
