package dev.tenon.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Clients that make small calls in the background, some on each event loop, while another client misbehaves. */
final class BackgroundClients implements AutoCloseable {
    /** More clients than event loops, so that each most likely has some of them. */
    private static final int CLIENTS = 4 * Runtime.getRuntime().availableProcessors();

    private final List<HttpConnection> connections = new ArrayList<>();
    private final List<CompletableFuture<Void>> callLoops = new ArrayList<>();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong slowestNanos = new AtomicLong();
    private volatile boolean stopped;

    BackgroundClients(int port) throws IOException {
        for (int i = 0; i < CLIENTS; i++) {
            HttpConnection connection = new HttpConnection(port);
            connections.add(connection);
            callLoops.add(CompletableFuture.runAsync(() -> makeCalls(connection), task -> {
                Thread thread = new Thread(task, "background-client");
                thread.setDaemon(true);
                thread.start();
            }));
        }
    }

    private void makeCalls(HttpConnection connection) {
        try {
            for (int i = 0; !stopped; i++) {
                long start = System.nanoTime();
                String body = Messages.call(Messages.MODERN, i, "echo", "\"text\":\"a\"");
                McpHttpRequests.parseMessage(connection.post(McpHttpRequests.modernCallHeaders("echo"), body));
                slowestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
                calls.incrementAndGet();
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Waits until the clients have made that many more calls. */
    void awaitCalls(int more) throws InterruptedException {
        long expected = calls.get() + more;
        Conditions.await(() -> calls.get() >= expected || callLoops.stream().anyMatch(CompletableFuture::isDone));
    }

    /** Stops the clients and returns the time of their slowest call, in milliseconds. Fails if a call failed. */
    long stop() throws Exception {
        stopped = true;
        for (CompletableFuture<Void> callLoop : callLoops) {
            callLoop.get(60, TimeUnit.SECONDS);
        }
        return TimeUnit.NANOSECONDS.toMillis(slowestNanos.get());
    }

    @Override
    public void close() throws IOException {
        stopped = true;
        for (HttpConnection connection : connections) {
            connection.close();
        }
    }
}
