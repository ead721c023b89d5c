package dev.tenon.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class IdempotentCloserTest {
    private final IdempotentCloser closer = new IdempotentCloser();
    private final AtomicInteger runCount = new AtomicInteger();

    @Test
    void the_second_thread_waits_for_the_first_and_does_nothing() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> closer.close(() -> {
            runCount.incrementAndGet();
            started.countDown();
            await(release);
        }));
        assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> closer.close(runCount::incrementAndGet));

        assertThatThrownBy(() -> second.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        release.countDown();
        CompletableFuture.allOf(first, second).get(10, TimeUnit.SECONDS);
        assertThat(runCount).hasValue(1);
    }

    @Test
    void a_failed_action_is_not_repeated() {
        assertThatThrownBy(() -> closer.close(() -> {
                    throw new IllegalStateException("full");
                }))
                .hasMessage("full");
        closer.close(runCount::incrementAndGet);
        assertThat(runCount).hasValue(0);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
