package dev.tenon.client.internal.transport.process;

import dev.tenon.client.error.ConnectionFailedException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The child processes that are alive: what is left of them when this program ends is ended by its one shutdown hook.
 */
public final class ProcessRegistry {
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(2);
    private static final Set<ProcessTree> ALIVE = ConcurrentHashMap.newKeySet();
    private static volatile boolean isShuttingDown;

    static {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(ProcessRegistry::terminateAll, "tenon-process-shutdown"));
        } catch (IllegalStateException e) {
            // The program is ending already.
            isShuttingDown = true;
        }
    }

    private ProcessRegistry() {}

    static void register(ProcessTree family) {
        ALIVE.add(family);
        // Looked at after the adding: either the hook sees the family or this sees that the hook has run.
        if (isShuttingDown) {
            family.kill();
            throw new ConnectionFailedException("This program is ending: no server is started any more");
        }
    }

    static void unregister(ProcessTree family) {
        ALIVE.remove(family);
    }

    public static int count() {
        return ALIVE.size();
    }

    private static void terminateAll() {
        isShuttingDown = true;
        ALIVE.forEach(ProcessTree::terminate);
        long end = System.nanoTime() + SHUTDOWN_TIMEOUT.toNanos();
        for (ProcessTree family : ALIVE) {
            if (!family.awaitExit(Duration.ofNanos(end - System.nanoTime()))) {
                family.kill();
            }
        }
    }
}
