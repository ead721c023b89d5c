package dev.tenon.conformance.neighbour;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A client that uses the attacked server: it makes small calls at a constant rate, each of which must succeed. */
final class Neighbour implements AutoCloseable {
    private static final boolean MEASURED = NeighboursTest.MEASURED;
    private static final int CALLS = MEASURED ? 2_000 : 400;
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(MEASURED ? 5 : 10);
    private static final int THREADS = 16;
    private static final int WARM_UP_CALLS = MEASURED ? 2_000 : 1_000;
    private static final int LARGE_WARM_UP_CALLS = MEASURED ? 200 : 50;
    private static final String LARGE_TEXT = "w".repeat(200_000);

    private final McpClient client;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    Neighbour(int port, String path) {
        client = McpClient.builder("neighbour", "1")
                .connect(ServerTarget.http(URI.create("http://127.0.0.1:" + port + path)));
    }

    /** Warms up the server, also for large messages, so that the measurement does not include JIT compilation. */
    void warmUp() {
        for (int i = 0; i < WARM_UP_CALLS; i++) {
            call();
        }
        for (int i = 0; i < LARGE_WARM_UP_CALLS; i++) {
            client.callTool("echo", Map.of("text", LARGE_TEXT));
            client.callTool("large", Map.of());
        }
    }

    private void call() {
        client.callTool("echo", Map.of("text", "hello"));
    }

    /** Makes 2,000 calls in 10 seconds or, in parallel with other tests, 400 in 4. Throws if a call fails. */
    Latencies measure() throws Exception {
        Latencies latencies = new Latencies(CALLS);
        long begin = System.nanoTime();
        List<Future<?>> futures = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int first = thread;
            futures.add(threads.submit(() -> {
                for (int i = first; i < CALLS; i += THREADS) {
                    long due = begin + i * INTERVAL_NANOS;
                    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                        LockSupport.parkNanos(left);
                    }
                    call();
                    latencies.add(System.nanoTime() - due);
                }
                return null;
            }));
        }
        for (Future<?> future : futures) {
            future.get(2, TimeUnit.MINUTES);
        }
        return latencies;
    }

    @Override
    public void close() {
        threads.shutdownNow();
        client.close();
    }
}
