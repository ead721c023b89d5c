package dev.tenon.servlet;

import dev.tenon.concurrent.Polling;
import dev.tenon.concurrent.RuntimeScheduler;
import dev.tenon.server.HttpEndpoint;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The requests of one servlet that are on their way. */
final class Exchanges {
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);
    private static final Duration LAST_WAIT = Duration.ofSeconds(2);

    private final HttpEndpoint endpoint;
    private final ServletBounds bounds;
    private final Set<Exchange> open = ConcurrentHashMap.newKeySet();

    Exchanges(HttpEndpoint endpoint, ServletBounds bounds) {
        this.endpoint = endpoint;
        this.bounds = bounds;
    }

    ServletBounds bounds() {
        return bounds;
    }

    /** Looks at the time of all again and again. The timer only decides: each that is due has a thread of its own for the container. */
    RuntimeScheduler.Task watch() {
        return endpoint.repeat(LOOK_EVERY, () -> {
            long now = System.nanoTime();
            open.stream().filter(exchange -> exchange.isDue(now)).forEach(exchange -> execute(exchange::look));
        });
    }

    /** Runs what may wait for the container. */
    void execute(Runnable work) {
        endpoint.execute(work);
    }

    void add(Exchange exchange) {
        open.add(exchange);
    }

    void remove(Exchange exchange) {
        open.remove(exchange);
    }

    int size() {
        return open.size();
    }

    /** Waits a moment until there is none. */
    void awaitNone() {
        Polling.await(open::isEmpty, LAST_WAIT);
    }

    void forEach(Consumer<Exchange> action) {
        open.forEach(action);
    }
}
