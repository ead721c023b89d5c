package dev.tenon.guard.internal.forwarder;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Loads the tool list of an upstream on first use, page by page. One call starts it, and concurrent calls share its
 * outcome, including a failure. No thread waits for it.
 */
final class InitialToolLoader {
    private final Executor executor;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final Set<CallPipeline> waiting = new LinkedHashSet<>();

    /** The call that started the loading in progress; null if none is. */
    @GuardedBy("lock") private @Nullable CallPipeline initiator;

    /** {@code executor} runs tasks that may block. */
    InitialToolLoader(Executor executor) {
        this.executor = executor;
    }

    /** Adds a call to those that wait for the loading in progress, or starts {@code load} if none is. */
    void joinOrStart(CallPipeline call, Runnable load) {
        lock.lock();
        try {
            waiting.add(call);
            if (initiator != null) {
                return;
            }
            initiator = call;
        } finally {
            lock.unlock();
        }
        try {
            executor.execute(() -> runLoad(load));
        } catch (RuntimeException | Error e) {
            continueWaitingCalls(e);
        }
    }

    /** Removes a waiting call; returns whether it was waiting. The loading continues. */
    boolean tryLeave(CallPipeline call) {
        lock.lock();
        try {
            return waiting.remove(call);
        } finally {
            lock.unlock();
        }
    }

    private void runLoad(Runnable load) {
        Throwable problem = null;
        try {
            load.run();
        } catch (Throwable e) {
            problem = e; // The waiting calls rethrow it if it is fatal.
        }
        continueWaitingCalls(problem);
    }

    private void continueWaitingCalls(@Nullable Throwable problem) {
        List<CallPipeline> notified;
        CallPipeline starter;
        lock.lock();
        try {
            notified = List.copyOf(waiting);
            starter = initiator;
            waiting.clear();
            initiator = null;
        } finally {
            lock.unlock();
        }
        notified.forEach(call -> call.forwardReloadToolsOrFail(problem, call.equals(starter)));
    }
}
