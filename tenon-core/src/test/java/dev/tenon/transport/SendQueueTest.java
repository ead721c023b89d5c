package dev.tenon.transport;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.internal.concurrent.ExecutionContext;
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

    private final SendQueue outbox = new SendQueue(LIMITS);

    @Test
    void the_number_of_messages_is_bounded() {
        for (int i = 0; i < 3; i++) {
            assertThat(outbox.tryPut(new byte[1])).isTrue();
        }
        assertThat(outbox.tryPut(new byte[1])).isFalse();
        assertThat(outbox.size()).isEqualTo(3);
    }

    @Test
    void the_bytes_are_bounded_but_one_message_is_always_accepted() {
        assertThat(outbox.tryPut(new byte[500])).isTrue();
        assertThat(outbox.tryPut(new byte[1])).isFalse();
        outbox.markWritten(outbox.poll(1));
        assertThat(outbox.tryPut(new byte[60])).isTrue();
        assertThat(outbox.tryPut(new byte[41])).isFalse();
        assertThat(outbox.tryPut(new byte[40])).isTrue();
    }

    @Test
    void a_batch_counts_until_it_is_written() {
        outbox.tryPut(new byte[100]);
        List<byte[]> batch = outbox.poll(1000);
        assertThat(outbox.tryPut(new byte[1])).isFalse();
        outbox.markWritten(batch);
        assertThat(outbox.tryPut(new byte[1])).isTrue();
    }

    @Test
    void an_answer_is_queued_however_full_it_is() {
        outbox.tryPut(new byte[100]);

        outbox.enqueue(new byte[100]);

        assertThat(outbox.isWritable()).isFalse();
        assertThat(outbox.size()).isEqualTo(2);
    }

    @Test
    void an_action_runs_when_half_of_the_queue_is_free() {
        AtomicInteger runs = new AtomicInteger();
        outbox.tryPut(new byte[30]);
        outbox.tryPut(new byte[40]);
        outbox.onWritable(runs::incrementAndGet);

        outbox.markWritten(outbox.poll(1));
        assertThat(runs).hasValue(1);
        outbox.markWritten(outbox.poll(1));
        assertThat(runs).hasValue(1);
    }

    @Test
    void an_action_runs_when_the_queue_is_closed_and_at_once_when_nothing_waits() {
        AtomicInteger runs = new AtomicInteger();
        outbox.onWritable(runs::incrementAndGet);
        assertThat(runs).hasValue(1);

        outbox.tryPut(new byte[100]);
        outbox.onWritable(runs::incrementAndGet);
        assertThat(runs).hasValue(1);
        outbox.abort();
        assertThat(runs).hasValue(2);
    }

    /** Issue 20, section 1: operations that wait assert that they may. */
    @Test
    void to_wait_for_room_is_an_error_where_code_must_not_block() {
        ExecutionContext loop = ExecutionContext.nonBlocking("event loop");
        outbox.tryPut(new byte[100]);

        assertThatThrownBy(() -> loop.run(() -> outbox.put(new byte[1]))).isInstanceOf(AssertionError.class);
    }

    @Test
    void a_sender_waits_longer_than_the_patience_while_the_writer_makes_progress() throws Exception {
        SendQueue slow = new SendQueue(new ChannelLimits(1000, 100, 100, Duration.ofSeconds(2)));
        for (int i = 0; i < 100; i++) {
            slow.tryPut(new byte[1]);
        }
        FutureTask<Boolean> sender = started(() -> slow.put(new byte[100]));
        // A hundred times a part of the patience, more than that together.
        for (int i = 0; i < 100; i++) {
            assertThat(sender.isDone()).isFalse();
            Thread.sleep(25);
            slow.markWritten(slow.poll(1));
        }

        assertThat(sender.get(20, SECONDS)).isTrue();
    }

    @Test
    void a_batch_holds_what_fits_and_at_least_one() {
        outbox.tryPut(new byte[40]);
        outbox.tryPut(new byte[10]);
        outbox.tryPut(new byte[10]);
        assertThat(outbox.poll(5)).hasSize(1);
        assertThat(outbox.poll(20)).hasSize(2);
        assertThat(outbox.poll(20)).isEmpty();
    }

    /** The writer sleeps, and is told of what a thread holds when it releases it, of all of it at once. */
    @ParameterizedTest
    @EnumSource
    void the_writer_takes_together_what_was_held(Told told) throws Exception {
        SendQueue wide = new SendQueue(new ChannelLimits(1000, 100, 1000, Duration.ofMillis(200)));
        FutureTask<List<byte[]>> batch = new FutureTask<>(() -> wide.take(1000));
        Thread writer = new Thread(batch);
        writer.start();
        while (writer.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        wide.startBatching();
        wide.enqueue(new byte[1]);
        wide.enqueue(new byte[1]);
        assertThatThrownBy(() -> batch.get(100, MILLISECONDS)).isInstanceOf(TimeoutException.class);

        switch (told) {
            case BY_RELEASE -> wide.flush();
            case BY_NUMBER -> IntStream.range(2, 32).forEach(i -> wide.enqueue(new byte[1]));
            case BY_ANOTHER_THREAD ->
                CompletableFuture.runAsync(() -> wide.enqueue(new byte[1])).get(10, SECONDS);
        }
        assertThat(batch.get(10, SECONDS)).hasSize(told.together);
    }

    /** By what the writer is told, of how many messages. */
    enum Told {
        BY_RELEASE(2),
        BY_NUMBER(32),
        BY_ANOTHER_THREAD(3);

        private final int together;

        Told(int together) {
            this.together = together;
        }
    }

    @Test
    void put_gives_up_after_the_patience() {
        outbox.put(new byte[100]);
        long start = System.nanoTime();
        assertThat(outbox.put(new byte[1])).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(LIMITS.writeTimeout(), LIMITS.writeTimeout().plusSeconds(20));
    }

    @Test
    void put_without_patience_does_not_wait() {
        SendQueue impatient = new SendQueue(new ChannelLimits(1, 1, 1, Duration.ZERO));
        assertThat(impatient.put(new byte[1])).isTrue();
        assertThat(impatient.put(new byte[1])).isFalse();
    }

    @Test
    void closing_wakes_those_who_wait_and_keeps_what_is_queued() throws Exception {
        SendQueue patient = new SendQueue(new ChannelLimits(1000, 1, 100, Duration.ofSeconds(20)));
        patient.put(new byte[1]);
        AtomicInteger refused = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                        try {
                            patient.put(new byte[1]);
                        } catch (ChannelClosedException e) {
                            refused.incrementAndGet();
                        }
                        done.countDown();
                    })
                    .start();
        }
        Thread.sleep(100);
        patient.close();
        done.await();
        assertThat(refused).hasValue(3);
        assertThat(patient.take(10)).hasSize(1);
        assertThat(patient.take(10)).isEmpty();
    }

    @Test
    void aborting_forgets_what_is_queued() throws Exception {
        outbox.put(new byte[1]);
        outbox.abort();
        assertThat(outbox.take(10)).isEmpty();
        assertThat(outbox.size()).isZero();
        assertThatThrownBy(() -> outbox.tryPut(new byte[1])).isInstanceOf(ChannelClosedException.class);
    }

    @Test
    void many_senders_of_different_sizes_all_get_through() throws Exception {
        SendQueue shared = new SendQueue(new ChannelLimits(1000, 3, 100, Duration.ofSeconds(20)));
        int senders = 16;
        int each = 300;
        for (int s = 0; s < senders; s++) {
            int size = s % 2 == 0 ? 1 : 90;
            new Thread(() -> {
                        for (int i = 0; i < each; i++) {
                            assertThat(shared.put(new byte[size])).isTrue();
                        }
                    })
                    .start();
        }
        int taken = 0;
        while (taken < senders * each) {
            List<byte[]> batch = shared.take(100);
            taken += batch.size();
            shared.markWritten(batch);
        }
        assertThat(shared.size()).isZero();
    }

    @Test
    void there_is_room_for_any_one_message_and_then_for_what_fits() {
        assertThat(outbox.canAccept(500)).isTrue();
        outbox.put(new byte[40]);
        assertThat(outbox.canAccept(60)).isTrue();
        assertThat(outbox.canAccept(61)).isFalse();
        outbox.close();
        assertThat(outbox.canAccept(1)).isFalse();
    }

    @Test
    void what_is_put_without_waiting_does_not_overtake_those_who_wait_for_room() throws Exception {
        SendQueue small = new SendQueue(new ChannelLimits(1000, 1, 100, Duration.ofSeconds(20)));
        assertThat(small.tryPut(new byte[1])).isTrue();
        FutureTask<Boolean> sender = new FutureTask<>(() -> small.put(new byte[2]));
        Thread waiting = start(sender);
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
        List<byte[]> first = small.poll(1000);
        assertThat(small.tryPut(new byte[3])).isFalse();
        small.markWritten(first);

        assertThat(sender.get(10, SECONDS)).isTrue();
        assertThat(small.poll(1000)).hasSize(1);
    }

    private static <T> FutureTask<T> started(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
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
