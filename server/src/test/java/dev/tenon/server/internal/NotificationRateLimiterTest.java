package dev.tenon.server.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.server.internal.request.NotificationRateLimiter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 20, section 1: an event loop does not wait for a notification that waits for its client. */
@Timeout(30)
class NotificationRateLimiterTest {
    private final NotificationRateLimiter limiter = new NotificationRateLimiter();
    private final List<String> notifications = new ArrayList<>();

    @Test
    void a_non_blocking_thread_drops_its_notification_while_another_thread_waits_for_the_client() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        CountDownLatch clientReads = new CountDownLatch(1);
        CompletableFuture<Void> slow = start(() -> limiter.sendProgress(1, () -> {
            waiting.countDown();
            await(clientReads);
            notifications.add("slow");
        }));
        await(waiting);
        CompletableFuture<Void> loop =
                start(() -> ThreadBlockingContext.nonBlocking("event loop").run(() -> {
                    limiter.sendProgress(2, () -> notifications.add("dropped"));
                    limiter.sendLog(() -> notifications.add("dropped"));
                }));
        loop.get(10, TimeUnit.SECONDS);
        clientReads.countDown();
        slow.get(10, TimeUnit.SECONDS);
        ThreadBlockingContext.nonBlocking("event loop")
                .run(() -> limiter.sendProgress(3, () -> notifications.add("next")));

        assertThat(notifications).containsExactly("slow", "next");
    }

    /** Runs on a separate thread, because the common pool of the JDK can have a single thread. */
    private static CompletableFuture<Void> start(Runnable action) {
        return CompletableFuture.runAsync(action, task -> new Thread(task).start());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
