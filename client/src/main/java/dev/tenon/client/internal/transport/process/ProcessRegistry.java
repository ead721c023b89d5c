package dev.tenon.client.internal.transport.process;

import dev.tenon.client.error.ConnectionFailedException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The child processes that are alive; a single shutdown hook ends the remaining ones when the JVM ends. */
public final class ProcessRegistry {
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(2);
    private static final Set<ProcessTree> ALIVE = ConcurrentHashMap.newKeySet();
    private static volatile boolean isShuttingDown;

    static {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(ProcessRegistry::terminateAll, "tenon-process-shutdown"));
        } catch (IllegalStateException e) {
            // The JVM is shutting down already.
            isShuttingDown = true;
        }
    }

    private ProcessRegistry() {}

    /**
     * Registers a process tree, which is ended when the JVM ends.
     *
     * @throws ConnectionFailedException if the JVM is shutting down already; the processes are killed then
     */
    static void registerOrKill(ProcessTree tree) {
        ALIVE.add(tree);
        // Checked after adding: either the hook sees the process tree, or this thread sees that the hook has run.
        if (isShuttingDown) {
            tree.kill();
            throw new ConnectionFailedException("This JVM is shutting down: no server can be started");
        }
    }

    static void unregister(ProcessTree tree) {
        ALIVE.remove(tree);
    }

    /** Returns whether the tree of this process is registered. */
    public static boolean contains(long pid) {
        return ALIVE.stream().anyMatch(tree -> tree.rootPid() == pid);
    }

    private static void terminateAll() {
        isShuttingDown = true;
        ALIVE.forEach(ProcessTree::terminate);
        long deadline = System.nanoTime() + SHUTDOWN_TIMEOUT.toNanos();
        for (ProcessTree tree : ALIVE) {
            if (!tree.awaitExit(Duration.ofNanos(deadline - System.nanoTime()))) {
                tree.kill();
            }
        }
    }
}
