package dev.tenon.transport;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.internal.concurrent.ThreadBlockingContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
class SendQueueTest {
    private static final ChannelLimits LIMITS = new ChannelLimits(1000, 3, 100, Duration.ofMillis(200));

    private final SendQueue queue = new SendQueue(LIMITS);

    @Test
    void the_number_of_messages_is_limited() {
        for (int i = 0; i < 3; i++) {
            assertThat(queue.tryPut(new byte[1])).isTrue();
        }
        assertThat(queue.tryPut(new byte[1])).isFalse();
        assertThat(queue.size()).isEqualTo(3);
    }

    @Test
    void the_bytes_are_limited_but_one_message_is_always_accepted() {
        assertThat(queue.tryPut(new byte[500])).isTrue();
        assertThat(queue.tryPut(new byte[1])).isFalse();
        queue.markWritten(queue.poll(1));
        assertThat(queue.tryPut(new byte[60])).isTrue();
        assertThat(queue.tryPut(new byte[41])).isFalse();
        assertThat(queue.tryPut(new byte[40])).isTrue();
    }

    @Test
    void a_batch_counts_until_it_is_written() {
        queue.tryPut(new byte[100]);
        List<byte[]> batch = queue.poll(1000);
        assertThat(queue.tryPut(new byte[1])).isFalse();
        queue.markWritten(batch);
        assertThat(queue.tryPut(new byte[1])).isTrue();
    }

    @Test
    void a_response_is_queued_even_if_the_queue_is_full() {
        queue.tryPut(new byte[100]);

        queue.enqueueEvenIfFull(new byte[100]);

        assertThat(queue.isWritableOrClosed()).isFalse();
        assertThat(queue.size()).isEqualTo(2);
    }

    @Test
    void an_action_runs_when_half_of_the_queue_is_free() {
        AtomicInteger runCount = new AtomicInteger();
        queue.tryPut(new byte[30]);
        queue.tryPut(new byte[40]);
        queue.onWritable(runCount::incrementAndGet);

        queue.markWritten(queue.poll(1));
        assertThat(runCount).hasValue(1);
        queue.markWritten(queue.poll(1));
        assertThat(runCount).hasValue(1);
    }

    @Test
    void an_action_runs_when_the_queue_is_closed_and_immediately_when_it_is_empty() {
        AtomicInteger runCount = new AtomicInteger();
        queue.onWritable(runCount::incrementAndGet);
        assertThat(runCount).hasValue(1);

        queue.tryPut(new byte[100]);
        queue.onWritable(runCount::incrementAndGet);
        assertThat(runCount).hasValue(1);
        queue.abort();
        assertThat(runCount).hasValue(2);
    }

    /** Issue 20, section 1: blocking operations check that they may block. */
    @Test
    void waiting_for_capacity_is_an_error_where_code_must_not_block() {
        ThreadBlockingContext loop = ThreadBlockingContext.nonBlocking("event loop");
        queue.tryPut(new byte[100]);

        assertThatThrownBy(() -> loop.run(() -> queue.put(new byte[1]))).isInstanceOf(AssertionError.class);
    }

    @Test
    void a_sender_waits_longer_than_the_timeout_while_the_writer_makes_progress() throws Exception {
        SendQueue slow = new SendQueue(new ChannelLimits(1000, 100, 100, Duration.ofSeconds(2)));
        for (int i = 0; i < 100; i++) {
            slow.tryPut(new byte[1]);
        }
        FutureTask<Boolean> sender = startTask(() -> slow.put(new byte[100]));
        // Each step is shorter than the timeout, all steps together are longer.
        for (int i = 0; i < 100; i++) {
            assertThat(sender.isDone()).isFalse();
            Thread.sleep(25);
            slow.markWritten(slow.poll(1));
        }

        assertThat(sender.get(20, SECONDS)).isTrue();
    }

    @Test
    void a_batch_contains_what_fits_and_at_least_one_message() {
        queue.tryPut(new byte[40]);
        queue.tryPut(new byte[10]);
        queue.tryPut(new byte[10]);
        assertThat(queue.poll(5)).hasSize(1);
        assertThat(queue.poll(20)).hasSize(2);
        assertThat(queue.poll(20)).isEmpty();
    }

    /** The writer blocks, and is signalled once for all messages that a thread has batched. */
    @ParameterizedTest
    @EnumSource
    void the_writer_takes_batched_messages_together(Trigger trigger) throws Exception {
        SendQueue wide = new SendQueue(new ChannelLimits(1000, 100, 1000, Duration.ofMillis(200)));
        FutureTask<List<byte[]>> batch = new FutureTask<>(() -> wide.take(1000));
        Thread writer = new Thread(batch);
        writer.start();
        while (writer.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        wide.startBatching();
        wide.enqueueEvenIfFull(new byte[1]);
        wide.enqueueEvenIfFull(new byte[1]);
        assertThatThrownBy(() -> batch.get(100, MILLISECONDS)).isInstanceOf(TimeoutException.class);

        switch (trigger) {
            case FLUSH -> wide.signalWriterForBatch();
            case FULL_BATCH -> IntStream.range(2, 32).forEach(i -> wide.enqueueEvenIfFull(new byte[1]));
            case OTHER_THREAD ->
                CompletableFuture.runAsync(() -> wide.enqueueEvenIfFull(new byte[1]))
                        .get(10, SECONDS);
        }
        assertThat(batch.get(10, SECONDS)).hasSize(trigger.batchSize);
    }

    /** What signals the writer, and how many messages it then takes. */
    enum Trigger {
        FLUSH(2),
        FULL_BATCH(32),
        OTHER_THREAD(3);

        private final int batchSize;

        Trigger(int batchSize) {
            this.batchSize = batchSize;
        }
    }

    @Test
    void put_gives_up_after_the_timeout() {
        queue.put(new byte[100]);
        long start = System.nanoTime();
        assertThat(queue.put(new byte[1])).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(LIMITS.writeTimeout(), LIMITS.writeTimeout().plusSeconds(20));
    }

    @Test
    void put_with_a_zero_timeout_does_not_wait() {
        SendQueue zeroTimeout = new SendQueue(new ChannelLimits(1, 1, 1, Duration.ZERO));
        assertThat(zeroTimeout.put(new byte[1])).isTrue();
        assertThat(zeroTimeout.put(new byte[1])).isFalse();
    }

    @Test
    void closing_wakes_waiting_senders_and_keeps_queued_messages() throws Exception {
        SendQueue blocking = new SendQueue(new ChannelLimits(1000, 1, 100, Duration.ofSeconds(20)));
        blocking.put(new byte[1]);
        AtomicInteger rejected = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                        try {
                            blocking.put(new byte[1]);
                        } catch (ChannelClosedException e) {
                            rejected.incrementAndGet();
                        }
                        done.countDown();
                    })
                    .start();
        }
        Thread.sleep(100);
        blocking.close();
        done.await();
        assertThat(rejected).hasValue(3);
        assertThat(blocking.take(10)).hasSize(1);
        assertThat(blocking.take(10)).isEmpty();
    }

    @Test
    void aborting_discards_queued_messages() throws Exception {
        queue.put(new byte[1]);
        queue.abort();
        assertThat(queue.take(10)).isEmpty();
        assertThat(queue.size()).isZero();
        assertThatThrownBy(() -> queue.tryPut(new byte[1])).isInstanceOf(ChannelClosedException.class);
    }

    @Test
    void many_senders_of_different_sizes_all_succeed() throws Exception {
        SendQueue shared = new SendQueue(new ChannelLimits(1000, 3, 100, Duration.ofSeconds(20)));
        int senders = 16;
        int messagesPerSender = 300;
        for (int s = 0; s < senders; s++) {
            int size = s % 2 == 0 ? 1 : 90;
            new Thread(() -> {
                        for (int i = 0; i < messagesPerSender; i++) {
                            assertThat(shared.put(new byte[size])).isTrue();
                        }
                    })
                    .start();
        }
        int takenCount = 0;
        while (takenCount < senders * messagesPerSender) {
            List<byte[]> batch = shared.take(100);
            takenCount += batch.size();
            shared.markWritten(batch);
        }
        assertThat(shared.size()).isZero();
    }

    @Test
    void an_empty_queue_accepts_any_message_and_then_what_fits() {
        assertThat(queue.canAccept(500)).isTrue();
        queue.put(new byte[40]);
        assertThat(queue.canAccept(60)).isTrue();
        assertThat(queue.canAccept(61)).isFalse();
        queue.close();
        assertThat(queue.canAccept(1)).isFalse();
    }

    @Test
    void tryPut_does_not_overtake_waiting_senders() throws Exception {
        SendQueue small = new SendQueue(new ChannelLimits(1000, 1, 100, Duration.ofSeconds(20)));
        assertThat(small.tryPut(new byte[1])).isTrue();
        FutureTask<Boolean> sender = new FutureTask<>(() -> small.put(new byte[2]));
        Thread senderThread = start(sender);
        while (senderThread.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
        List<byte[]> first = small.poll(1000);
        assertThat(small.tryPut(new byte[3])).isFalse();
        small.markWritten(first);

        assertThat(sender.get(10, SECONDS)).isTrue();
        assertThat(small.poll(1000)).hasSize(1);
    }

    private static <T> FutureTask<T> startTask(Callable<T> callable) {
        FutureTask<T> task = new FutureTask<>(callable);
        start(task);
        return task;
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
