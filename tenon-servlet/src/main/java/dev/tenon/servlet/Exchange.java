package dev.tenon.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The life of one request. It is over when its answer is written and its body is done with; it is lost when the client goes
 * away before, or is sent away. Once it is over the container's objects belong to somebody else's request, so they are
 * touched only under the lock, and only before.
 *
 * <p>With the lock held nothing is called but the container, which calls nobody of ours from there: a container's thread may
 * wait for this lock while it holds its own.
 */
final class Exchange {
    /** Something done with the container's objects; says whether to go on. */
    interface Step {
        boolean run() throws IOException;
    }

    /** The common pool, or a thread for each task where that pool has too few. */
    private static final Executor ELSEWHERE = new CompletableFuture<Void>().defaultExecutor();

    private final AsyncContext async;
    private final ServletOutputStream out;
    private final Consumer<Exchange> atEnd;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Runnable> whenLost = new ArrayList<>();
    private boolean inputDone;
    private boolean outputDone;
    private boolean lost;
    private boolean over;

    /**
     * A request that has arrived.
     *
     * @param atEnd told when the container has got it back
     */
    Exchange(AsyncContext async, ServletOutputStream out, Consumer<Exchange> atEnd) {
        this.async = async;
        this.out = out;
        this.atEnd = atEnd;
    }

    /** Does something with the container's objects; false when it is too late for that, or when it fails. */
    boolean step(Step step) {
        lock.lock();
        try {
            return !lost && !over && step.run();
        } catch (IOException | RuntimeException e) {
            // Either the client is gone, or the container has taken its objects back because it is.
            lose();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing will be read or written any more. */
    boolean isClosed() {
        lock.lock();
        try {
            return lost || over;
        } finally {
            lock.unlock();
        }
    }

    /** The body is read, or nobody will read it. */
    void inputDone() {
        lock.lock();
        try {
            inputDone = true;
            endIfDone();
        } finally {
            lock.unlock();
        }
    }

    /** The answer is written. */
    void outputDone() {
        lock.lock();
        try {
            outputDone = true;
            endIfDone();
        } finally {
            lock.unlock();
        }
    }

    private void endIfDone() {
        if (inputDone && outputDone) {
            end();
        }
    }

    /** The client has gone away. */
    void lose() {
        lock.lock();
        try {
            tellLost();
            end();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sends the client away. Where a write waits for it, the container is not told to end: it would wait for that write,
     * some with a thread. The exchange is then lost at once, and over when the container asks for more or gives up.
     */
    void cut() {
        lock.lock();
        try {
            if (!lost && !over) {
                tellLost();
                if (out.isReady()) {
                    end();
                }
            }
        } catch (RuntimeException e) {
            end();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Called by the container, which closes the connection when it fails.
     *
     * @throws IOException when the client is to be sent away
     */
    void checkNotCut() throws IOException {
        lock.lock();
        try {
            if (lost && !over) {
                throw new IOException("The client does not read and is cut off");
            }
        } finally {
            lock.unlock();
        }
    }

    private void tellLost() {
        if (!lost && !over) {
            lost = true;
            List<Runnable> actions = List.copyOf(whenLost);
            // Elsewhere, since this thread may hold locks of the container, or of the server.
            ELSEWHERE.execute(() -> actions.forEach(Runnable::run));
        }
    }

    private void end() {
        if (!over) {
            over = true;
            whenLost.clear();
            try {
                async.complete();
            } catch (IllegalStateException e) {
                // The container is ending it by itself, after an error.
            }
            atEnd.accept(this);
        }
    }

    /** What to run when the request is lost; at once when it was. */
    void whenLost(Runnable action) {
        boolean now;
        lock.lock();
        try {
            now = lost;
            if (!lost && !over) {
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
