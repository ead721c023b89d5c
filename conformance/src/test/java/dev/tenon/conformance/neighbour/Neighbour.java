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

/** The client beside the attacker: it makes small calls at a steady rate, and each must succeed. */
final class Neighbour implements AutoCloseable {
    private static final boolean MEASURED = NeighboursTest.MEASURED;
    private static final int CALLS = MEASURED ? 2_000 : 400;
    private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(MEASURED ? 5 : 10);
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

    /** Calls until the server is warm, for large messages, too: what is measured is not how it compiles itself. */
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

    /** Makes 2,000 calls over 10 seconds, or 400 over 4 beside other tests. A call that fails is thrown. */
    Latencies measure() throws Exception {
        Latencies latencies = new Latencies(CALLS);
        long begin = System.nanoTime();
        List<Future<?>> all = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int first = thread;
            all.add(threads.submit(() -> {
                for (int i = first; i < CALLS; i += THREADS) {
                    long due = begin + i * EVERY_NANOS;
                    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                        LockSupport.parkNanos(left);
                    }
                    call();
                    latencies.add(System.nanoTime() - due);
                }
                return null;
            }));
        }
        for (Future<?> one : all) {
            one.get(2, TimeUnit.MINUTES);
        }
        return latencies;
    }

    @Override
    public void close() {
        threads.shutdownNow();
        client.close();
    }
}
