package dev.tenon.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Well-behaved clients, some on each event loop, while another misbehaves. */
final class Neighbours implements AutoCloseable {
    /** More clients than event loops, so that each most likely has some of them. */
    private static final int COUNT = 4 * Runtime.getRuntime().availableProcessors();

    private final List<Connection> connections = new ArrayList<>();
    private final List<CompletableFuture<Void>> running = new ArrayList<>();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong slowest = new AtomicLong();
    private volatile boolean stopped;

    Neighbours(int port) throws IOException {
        for (int i = 0; i < COUNT; i++) {
            Connection connection = new Connection(port);
            connections.add(connection);
            running.add(CompletableFuture.runAsync(() -> call(connection), task -> {
                Thread thread = new Thread(task, "neighbour");
                thread.setDaemon(true);
                thread.start();
            }));
        }
    }

    private void call(Connection connection) {
        try {
            for (int i = 0; !stopped; i++) {
                long start = System.nanoTime();
                String body = Messages.call(Messages.MODERN, i, "echo", "\"text\":\"a\"");
                HttpClients.message(connection.post(HttpClients.modernCall("echo"), body));
                slowest.accumulateAndGet(System.nanoTime() - start, Math::max);
                calls.incrementAndGet();
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Waits until they have made that many more calls. */
    void awaitCalls(int more) throws InterruptedException {
        long expected = calls.get() + more;
        Await.until(() -> calls.get() >= expected || running.stream().anyMatch(CompletableFuture::isDone));
    }

    /** Stops the clients and returns the time of their slowest call, in milliseconds. Fails if a call failed. */
    long stop() throws Exception {
        stopped = true;
        for (CompletableFuture<Void> one : running) {
            one.get(60, TimeUnit.SECONDS);
        }
        return TimeUnit.NANOSECONDS.toMillis(slowest.get());
    }

    @Override
    public void close() throws IOException {
        stopped = true;
        for (Connection connection : connections) {
            connection.close();
        }
    }
}
