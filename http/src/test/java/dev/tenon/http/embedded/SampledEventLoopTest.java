package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.thread.StackSampler;
import dev.tenon.server.McpServer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Issue 20, section 1: the tests' sampler detects a Vert.x event loop that blocks or computes for long. */
@Isolated("it samples all threads")
class SampledEventLoopTest {
    private static String sampleDuring(Runnable handler) throws Exception {
        McpServer server = McpServer.builder("sampled", "1")
                .tool("works")
                .nonBlocking()
                .handler((in, call) -> {
                    handler.run();
                    return "done";
                })
                .build();
        try (TenonHttpServer http =
                TenonHttpServer.builder(server).port(0).closeServersOnShutdown().start()) {
            TestClient client = new TestClient(http.uri());
            StackSampler sampler = StackSampler.start();
            client.sendAndReceive(client.buildModernPost(
                    TestClient.modernRequest(1, "tools/call", TestClient.callParams("works", ""))));
            return sampler.stop().orElse("nothing");
        }
    }

    @Test
    void an_event_loop_that_blocks_is_detected() throws Exception {
        assertThat(sampleDuring(() -> {
                    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
                    while (System.nanoTime() - deadline < 0) {
                        LockSupport.parkNanos(deadline - System.nanoTime());
                    }
                }))
                .contains("vert.x-eventloop-thread", "was found waiting");
    }

    @Test
    void an_event_loop_that_computes_for_long_in_one_turn_is_detected() throws Exception {
        ThreadMXBean beans = ManagementFactory.getThreadMXBean();
        assertThat(sampleDuring(() -> {
                    long until = beans.getCurrentThreadCpuTime() + TimeUnit.MILLISECONDS.toNanos(600);
                    while (beans.getCurrentThreadCpuTime() < until) {
                        Thread.onSpinWait();
                    }
                }))
                .contains("vert.x-eventloop-thread", "ms in one turn");
    }
}
