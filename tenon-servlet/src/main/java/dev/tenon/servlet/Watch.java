package dev.tenon.servlet;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Knows the requests that are on their way, and sends clients away that keep theirs there for too long. */
final class Watch {
    private static final int UNAVAILABLE = 503;
    private static final int EVERY_MS = 500;
    private static final int LAST_WAITS = 100;
    private static final int LAST_WAIT_MS = 20;

    private final Set<Exchange> exchanges = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Thread thread;

    void start() {
        Thread started = new Thread(this::run, "tenon-servlet-watch");
        started.setDaemon(true);
        thread = started;
        started.start();
    }

    private void run() {
        try {
            while (thread == Thread.currentThread()) {
                Thread.sleep(EVERY_MS);
                long now = System.nanoTime();
                exchanges.forEach(exchange -> exchange.look(now));
            }
        } catch (InterruptedException e) {
            // Stopped.
        }
    }

    void add(Exchange exchange) {
        exchanges.add(exchange);
    }

    void remove(Exchange exchange) {
        exchanges.remove(exchange);
    }

    int size() {
        return exchanges.size();
    }

    /** Waits for the container to write the last answers, a moment. */
    void awaitNone() {
        try {
            for (int i = 0; i < LAST_WAITS && !exchanges.isEmpty(); i++) {
                Thread.sleep(LAST_WAIT_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends everybody away, and ends the thread: a container complains of one that outlives its servlet. */
    void stop() {
        exchanges.forEach(exchange -> exchange.cut(UNAVAILABLE));
        Thread last = thread;
        thread = null;
        if (last != null) {
            last.interrupt();
            try {
                last.join(EVERY_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
