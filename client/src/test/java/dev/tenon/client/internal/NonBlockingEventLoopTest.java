package dev.tenon.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.internal.cache.ToolCache;
import dev.tenon.client.internal.call.ToolCaller;
import dev.tenon.client.internal.connection.ClientContext;
import dev.tenon.client.internal.inbound.NotificationQueue;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.jsonrpc.internal.Deadline;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/**
 * Issue 20, section 1: state that a call reads on an event loop may change meanwhile, and the event loop still does not
 * block.
 */
class NonBlockingEventLoopTest {
    private final ThreadBlockingContext eventLoop = ThreadBlockingContext.nonBlocking("event loop");

    /** The list of tools was complete when the call started, and changes before its headers are written. */
    @Test
    void the_tools_are_not_listed_on_an_event_loop() {
        ClientContext context = new ClientContext(
                null, null, null, null, null, null, null, null, null, new ToolCache(1, 1), null, null, null);
        ToolCaller toolCaller = new ToolCaller(null, context, null, null);

        eventLoop.run(() -> assertThat(toolCaller.findTool("pay", Deadline.after(Duration.ofMinutes(1))))
                .isNull());
    }

    @Test
    void an_event_loop_does_not_wait_for_a_listener() {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        CountDownLatch release = new CountDownLatch(1);
        NotificationQueue queue = new NotificationQueue(threads, 10, 1000, new LongAdder());
        queue.enqueueOrDrop(() -> await(release));
        long start = System.nanoTime();

        eventLoop.run(queue::awaitDelivery);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(900));
        assertThat(queue.isIdle()).isFalse();
        release.countDown();
        threads.shutdown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
