package dev.tenon.bench.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The side of a server over HTTP that looks at whoever started it: says where it listens, does what it is told on its
 * standard input, and ends with that.
 */
final class PeerControl {
    private static final int COLLECTIONS = 2;
    private static final long BETWEEN_COLLECTIONS_MS = 50;

    private PeerControl() {}

    /** Serves until the standard input ends; {@code change} is what a server does that is told to change something. */
    static void serve(int port, Runnable change) throws IOException, InterruptedException {
        System.out.println("listening on http://127.0.0.1:" + port + "/mcp");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            switch (line) {
                case "memory" -> System.out.println("memory " + liveBytes());
                case "change" -> {
                    change.run();
                    System.out.println("changed");
                }
                default -> System.out.println(String.format(Locale.ROOT, "unknown: %s", line));
            }
        }
        System.exit(0);
    }

    /** What is in use after a full collection: the heap, and the buffers outside of it. */
    static long liveBytes() throws InterruptedException {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            Thread.sleep(BETWEEN_COLLECTIONS_MS);
        }
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return heap
                + ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .mapToLong(BufferPoolMXBean::getMemoryUsed)
                        .sum();
    }
}
