package dev.tenon.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it measures the heap that all tests share")
class BodyMemoryTest {
    @EachContainer
    void a_body_of_64_mib_costs_no_memory(Container kind) throws Exception {
        try (Site site = new Site(kind);
                RawClient client = new RawClient(site.port())) {
            client.write(RawClient.head(site.port(), "echo") + "Transfer-Encoding: chunked\r\n\r\n");
            String chunk = "10000\r\n" + "z".repeat(0x10000) + "\r\n";
            long most = 0;
            for (int i = 0; i < 64 * 16; i++) {
                client.write(chunk);
                if (i % 256 == 255) {
                    most = Math.max(most, usedAfterCollection());
                }
            }
            client.write("0\r\n\r\n");
            assertThat(client.headers()).startsWith("HTTP/1.1 413");
            assertThat(most).isLessThan(usedAfterCollection() + (16 << 20));
        }
    }

    private static long usedAfterCollection() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
