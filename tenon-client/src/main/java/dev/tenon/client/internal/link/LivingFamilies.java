package dev.tenon.client.internal.link;

import dev.tenon.client.ConnectionFailedException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The child processes that are alive: what is left of them when this program ends is ended by its one shutdown hook. */
final class LivingFamilies {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Set<ProcessFamily> ALIVE = ConcurrentHashMap.newKeySet();
    private static volatile boolean over;

    static {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(LivingFamilies::endAll, "tenon-process-shutdown"));
        } catch (IllegalStateException e) {
            // The program is ending already.
            over = true;
        }
    }

    private LivingFamilies() {}

    static void add(ProcessFamily family) {
        ALIVE.add(family);
        // Looked at after the adding: either the hook sees the family or this sees that the hook has run.
        if (over) {
            family.kill();
            throw new ConnectionFailedException("This program is ending: no server is started any more");
        }
    }

    static void remove(ProcessFamily family) {
        ALIVE.remove(family);
    }

    static int count() {
        return ALIVE.size();
    }

    private static void endAll() {
        over = true;
        ALIVE.forEach(ProcessFamily::terminate);
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (ProcessFamily family : ALIVE) {
            if (!family.awaitEnd(Duration.ofNanos(end - System.nanoTime()))) {
                family.kill();
            }
        }
    }
}
