package dev.tenon.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SendQueueCloseTest {
    private static final int WAITING_SENDERS = 4;

    private final SendQueue queue = new SendQueue(new ChannelLimits(1000, 2, 1000, Duration.ofMinutes(10)));
    private final List<Thread> senders = new ArrayList<>();

    private void startWaitingSenders() {
        for (int i = 0; i < WAITING_SENDERS; i++) {
            Thread sender = new Thread(this::sendUntilClosed);
            sender.setDaemon(true);
            sender.start();
            senders.add(sender);
        }
        while (senders.stream().anyMatch(sender -> sender.getState() != Thread.State.TIMED_WAITING)) {
            Thread.onSpinWait();
        }
    }

    private void sendUntilClosed() {
        assertThatThrownBy(() -> queue.put(new byte[1])).isInstanceOf(ChannelClosedException.class);
    }

    /** The waiting senders need a moment to leave; meanwhile the queue must not look full instead of closed. */
    @RepeatedTest(10)
    void a_closed_queue_rejects_messages_while_senders_still_wait() throws Exception {
        queue.tryPut(new byte[1]);
        queue.tryPut(new byte[1]);
        startWaitingSenders();
        queue.close();

        assertThatThrownBy(() -> queue.tryPut(new byte[1])).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> queue.put(new byte[1])).isInstanceOf(ChannelClosedException.class);
        for (Thread sender : senders) {
            sender.join();
        }
    }

    @Test
    void a_queue_that_is_closed_and_then_aborted_runs_an_action_once() {
        List<String> runs = new ArrayList<>();
        queue.tryPut(new byte[1]);
        queue.onWritable(() -> runs.add("run"));
        queue.close();
        queue.abort();

        assertThat(runs).containsExactly("run");
    }

    @Test
    void an_action_that_is_added_by_an_action_waits_for_the_next_write() {
        List<String> runs = new ArrayList<>();
        queue.tryPut(new byte[1]);
        queue.tryPut(new byte[1]);
        queue.onWritable(() -> queue.onWritable(() -> runs.add("second")));
        queue.markWritten(queue.poll(1));
        assertThat(runs).isEmpty();

        queue.markWritten(queue.poll(1));
        assertThat(runs).containsExactly("second");
    }

    @Test
    void a_batch_that_is_marked_as_written_after_the_abort_is_counted_once() {
        queue.tryPut(new byte[300]);
        queue.tryPut(new byte[200]);
        List<byte[]> writing = queue.poll(300);
        queue.abort();
        assertThat(queue.sizeInBytes()).isEqualTo(300);

        queue.markWritten(writing);
        assertThat(queue.sizeInBytes()).isZero();
        assertThat(queue.size()).isZero();
        assertThat(queue.stalledNanos()).isZero();
    }
}
