package dev.tenon.internal.concurrent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.thread.StackSampler;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.StdioChannel;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Issue 20, section 1: the sampler of the tests detects non-blocking threads of Tenon that block. */
@Isolated("it samples all threads")
class SampledThreadsTest {
    private final StackSampler sampler = StackSampler.start();
    private final CountDownLatch done = new CountDownLatch(1);

    /** Waits until the sampler has found this thread waiting, or for 20 seconds. */
    private void sleepUntilDetected() {
        try {
            for (int i = 0; i < 400 && !sampler.hasFoundProblem(); i++) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        done.countDown();
    }

    private void compute() {
        ThreadMXBean beans = ManagementFactory.getThreadMXBean();
        long deadline = beans.getCurrentThreadCpuTime() + TimeUnit.MILLISECONDS.toNanos(600);
        while (beans.getCurrentThreadCpuTime() < deadline) {
            Thread.onSpinWait();
        }
        done.countDown();
    }

    private String sampleOnTimer(Runnable task) throws InterruptedException {
        RuntimeScheduler scheduler = new RuntimeScheduler("tenon-sampled-timer");
        try {
            scheduler.schedule(Duration.ZERO, task);
            done.await();
        } finally {
            scheduler.close();
        }
        return sampler.stop().orElse("nothing");
    }

    @Test
    void a_timer_task_that_blocks_is_detected() throws Exception {
        assertThat(sampleOnTimer(this::sleepUntilDetected)).contains("tenon-sampled-timer was found waiting");
    }

    @Test
    void a_timer_task_that_computes_for_long_is_detected() throws Exception {
        assertThat(sampleOnTimer(this::compute)).contains("ms in one turn");
    }

    @Test
    void a_stdio_reader_that_blocks_is_detected() throws Exception {
        new StdioChannel(
                        new ByteArrayInputStream("{}\n".getBytes(UTF_8)),
                        OutputStream.nullOutputStream(),
                        ChannelLimits.DEFAULT)
                .open(new DuplexChannel.MessageReceiver() {
                    @Override
                    public void onMessage(byte[] message) {
                        sleepUntilDetected();
                    }

                    @Override
                    public void onOversizedMessage() {}

                    @Override
                    public void onClosed() {}
                });
        done.await();
        assertThat(sampler.stop())
                .hasValueSatisfying(problem -> assertThat(problem).contains("tenon-stdio-", "was found waiting"));
    }
}
