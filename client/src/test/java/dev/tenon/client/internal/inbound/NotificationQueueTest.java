package dev.tenon.client.internal.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.internal.ManualExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class NotificationQueueTest {
    private final ManualExecutor executor = new ManualExecutor();
    private final LongAdder dropped = new LongAdder();
    private final NotificationQueue queue = new NotificationQueue(executor, 2, 100, dropped);
    private final List<String> delivered = new ArrayList<>();

    private void enqueue(String name, int size, Object change) {
        queue.enqueueOrDrop(() -> delivered.add(name), size, change);
    }

    @Test
    void the_queue_accepts_exactly_as_many_notifications_as_its_limit_and_counts_the_others() {
        enqueue("a", 1, null);
        enqueue("b", 1, null);
        enqueue("c", 1, null);
        executor.runAll();
        assertThat(delivered).containsExactly("a", "b");
        assertThat(dropped.sum()).isEqualTo(1);
    }

    @Test
    void the_queue_accepts_exactly_as_many_bytes_as_its_limit() {
        enqueue("a", 60, null);
        enqueue("b", 40, null);
        executor.runAll();
        enqueue("c", 60, null);
        enqueue("d", 41, null);
        executor.runAll();
        assertThat(delivered).containsExactly("a", "b", "c");
        assertThat(dropped.sum()).isEqualTo(1);
    }

    @Test
    void an_oversized_notification_is_accepted_only_by_an_empty_queue() {
        enqueue("large", 101, null);
        enqueue("small", 0, null);
        executor.runAll();
        assertThat(delivered).containsExactly("large");
        enqueue("again", 0, null);
        executor.runAll();
        assertThat(delivered).containsExactly("large", "again");
    }

    @Test
    void an_equal_queued_change_replaces_a_change_and_is_not_counted_as_dropped() {
        enqueue("first", 0, "tools");
        enqueue("second", 0, "tools");
        enqueue("other", 0, "prompts");
        executor.runAll();
        assertThat(delivered).containsExactly("first", "other");
        assertThat(dropped.sum()).isZero();
    }

    @Test
    void changes_do_not_take_the_place_of_other_notifications() {
        enqueue("a", 50, null);
        enqueue("b", 50, null);
        enqueue("tools", 0, "tools");
        enqueue("prompts", 0, "prompts");
        enqueue("resources", 0, "resources");
        executor.runAll();
        assertThat(delivered).containsExactly("a", "b", "tools", "prompts");
        assertThat(dropped.sum()).isEqualTo(1);
    }

    @Test
    void a_change_that_arrives_while_the_previous_one_is_delivered_is_delivered_as_well() {
        queue.enqueueOrDrop(
                () -> {
                    delivered.add("first");
                    enqueue("second", 0, "tools");
                },
                0,
                "tools");
        executor.runAll();
        assertThat(delivered).containsExactly("first", "second");
    }

    @Test
    void a_listener_that_throws_does_not_stop_the_delivery() {
        queue.enqueueOrDrop(() -> {
            throw new IllegalStateException("broken listener");
        });
        enqueue("next", 0, null);
        executor.runAll();
        assertThat(delivered).containsExactly("next");
        assertThat(queue.isIdle()).isTrue();
    }

    @Test
    void a_listener_may_wait_for_the_delivery_that_it_is_part_of() {
        queue.enqueueOrDrop(() -> {
            queue.awaitDelivery();
            delivered.add("waited, idle=" + queue.isIdle());
        });
        executor.runAll();
        assertThat(delivered).containsExactly("waited, idle=false");
    }

    @Test
    void an_executor_that_rejects_leaves_the_queue_idle() {
        executor.shutdown();
        enqueue("never", 0, null);
        queue.awaitDelivery();
        assertThat(queue.isIdle()).isTrue();
        assertThat(delivered).isEmpty();
    }
}
