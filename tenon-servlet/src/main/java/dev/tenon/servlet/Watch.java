package dev.tenon.servlet;

import dev.tenon.concurrent.Polling;
import dev.tenon.concurrent.RuntimeScheduler;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Knows the requests that are on their way, and sends clients away that keep theirs there for too long. */
final class Watch {
    private static final int UNAVAILABLE = 503;
    private static final Duration EVERY = Duration.ofMillis(500);
    private static final Duration LAST_WAIT = Duration.ofSeconds(2);

    private final Set<Exchange> exchanges = ConcurrentHashMap.newKeySet();
    private final RuntimeScheduler timer = new RuntimeScheduler("tenon-servlet-watch");

    void start() {
        timer.scheduleRepeating(EVERY, () -> {
            long now = System.nanoTime();
            exchanges.forEach(exchange -> exchange.look(now));
        });
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
        Polling.await(exchanges::isEmpty, LAST_WAIT);
    }

    /** Sends everybody away, and ends the thread. */
    void stop() {
        exchanges.forEach(exchange -> exchange.cut(UNAVAILABLE));
        timer.close();
    }
}
