package dev.tenon.bench.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The control interface of a server for its parent process: prints the URL, executes commands from standard input, and
 * ends with it.
 */
final class PeerControl {
    private static final int COLLECTIONS = 2;
    private static final long COLLECTION_PAUSE_MS = 50;

    private PeerControl() {}

    /**
     * Serves until standard input ends.
     *
     * @param port the port of the server
     * @param change executed for the command {@code change}
     */
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

    /** Returns the memory in use after a full garbage collection, in bytes: heap and direct buffers. */
    static long liveBytes() throws InterruptedException {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            Thread.sleep(COLLECTION_PAUSE_MS);
        }
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return heap
                + ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .mapToLong(BufferPoolMXBean::getMemoryUsed)
                        .sum();
    }
}
