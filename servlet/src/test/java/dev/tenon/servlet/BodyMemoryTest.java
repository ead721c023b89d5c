package dev.tenon.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it measures the heap that all tests share")
class BodyMemoryTest {

    /** Far less than the whole body, and more than the fluctuation of a container's pools and of other tests. */
    private static final long MAX_GROWTH_BYTES = 24 << 20;

    @EachContainer
    @Tag("exhaustive")
    void a_body_of_64_mib_costs_no_memory(Container kind) throws Exception {
        try (ServletFixture fixture = new ServletFixture(kind);
                RawClient client = new RawClient(fixture.port())) {
            client.write(RawClient.buildHead(fixture.port(), "echo") + "Transfer-Encoding: chunked\r\n\r\n");
            long before = usedAfterCollection();
            String chunk = "10000\r\n" + "z".repeat(0x10000) + "\r\n";
            long maxUsed = 0;
            for (int i = 0; i < 64 * 16 - 1; i++) {
                client.write(chunk);
                if (i % 256 == 254) {
                    maxUsed = Math.max(maxUsed, usedWhileSending(client));
                }
            }
            client.write("0\r\n\r\n");
            assertThat(client.readHead()).startsWith("HTTP/1.1 413");
            assertThat(maxUsed).isLessThan(Math.max(before, usedAfterCollection()) + MAX_GROWTH_BYTES);
        }
    }

    /**
     * A client that is silent for a second gets a response before its body has ended, so this one sends a byte now and
     * then.
     */
    private static long usedWhileSending(RawClient client) throws Exception {
        CompletableFuture<Long> used = CompletableFuture.supplyAsync(BodyMemoryTest::usedAfterCollection);
        while (!used.isDone()) {
            client.write("1\r\nz\r\n");
            try {
                used.get(50, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // Another byte.
            }
        }
        return used.join();
    }

    /** Returns the least of three measurements, because discarded memory may need more than one collection. */
    private static long usedAfterCollection() {
        long minUsed = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            minUsed = Math.min(
                    minUsed,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return minUsed;
    }
}
