package dev.tenon.guard.internal.forwarder;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Loads the list of a server's tools at its first use, page by page. One call begins that; the calls that come
 * meanwhile share the outcome, also when it fails. No thread waits for it.
 */
final class InitialToolLoader {
    private final Executor later;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final Set<CallPipeline> waiting = new LinkedHashSet<>();

    /** The call that began the walk under way; null when there is none. */
    @GuardedBy("lock") private @Nullable CallPipeline initiator;

    /** {@code later} runs what may block. */
    InitialToolLoader(Executor later) {
        this.later = later;
    }

    /** The call is told how the walk under way ends; when there is none, this one is begun. */
    void join(CallPipeline call, Runnable walk) {
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
            later.execute(() -> run(walk));
        } catch (RuntimeException | Error e) {
            completeWaiting(e);
        }
    }

    /** Whether the call waited, and so is told nothing now. The walk goes on. */
    boolean tryLeave(CallPipeline call) {
        lock.lock();
        try {
            return waiting.remove(call);
        } finally {
            lock.unlock();
        }
    }

    private void run(Runnable walk) {
        Throwable problem = null;
        try {
            walk.run();
        } catch (Throwable e) {
            problem = e; // Those that wait throw it again, if it is fatal.
        }
        completeWaiting(problem);
    }

    private void completeWaiting(@Nullable Throwable problem) {
        List<CallPipeline> told;
        CallPipeline own;
        lock.lock();
        try {
            told = List.copyOf(waiting);
            own = initiator;
            waiting.clear();
            initiator = null;
        } finally {
            lock.unlock();
        }
        told.forEach(call -> call.onToolsLoaded(problem, call.equals(own)));
    }
}
