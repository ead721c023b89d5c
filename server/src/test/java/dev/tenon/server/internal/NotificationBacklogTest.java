package dev.tenon.server.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.server.LimitType;
import dev.tenon.server.Limits;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.server.internal.request.NotificationBacklog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Issue 20, item 15: a slow listener loses no change, and is disconnected if it would lose any other notification. Item
 * 13: the queue is limited.
 */
class NotificationBacklogTest {
    private static final int MAX = 5;

    private final List<Notification> sent = new ArrayList<>();
    private final List<Notification> stored = new ArrayList<>();
    private final List<Runnable> whenWritable = new ArrayList<>();
    private final List<Runnable> scheduledTasks = new ArrayList<>();
    private final LimitHitCounters counters = new LimitHitCounters();
    private int capacity;
    private boolean canStore;
    private int disconnected;
    private boolean stopped;
    private @Nullable RuntimeException failure;

    private final NotificationBacklog backlog = new NotificationBacklog(
            new NotificationBacklog.BacklogSink() {
                @Override
                public boolean trySend(Notification notification) {
                    if (failure != null) {
                        throw failure;
                    }
                    return capacity-- > 0 && sent.add(notification);
                }

                @Override
                public boolean tryStore(Notification notification) {
                    return canStore && stored.add(notification);
                }

                @Override
                public void onWritable(Runnable action) {
                    whenWritable.add(action);
                }

                @Override
                public void disconnect() {
                    disconnected++;
                }
            },
            this::schedule,
            counters,
            2 * MAX,
            new Limits.QueueLimits(MAX, 1000, Duration.ofSeconds(10)));

    private void schedule(Runnable task) {
        if (stopped) {
            throw new RejectedExecutionException();
        }
        scheduledTasks.add(task);
    }

    private static Notification updated(int number) {
        return new Notification("notifications/resources/updated", Json.parse("{\"uri\":\"test://" + number + "\"}"));
    }

    private static Notification changed() {
        return new Notification("notifications/tools/list_changed", null);
    }

    private static Notification log() {
        return new Notification("notifications/message", Json.parse("{\"level\":\"info\",\"data\":1}"));
    }

    private static Notification unknown() {
        return new Notification("notifications/x", null);
    }

    private static Notification large(String method, int bytes) {
        return new Notification(method, Json.parse("{\"uri\":\"a\",\"x\":\"" + "x".repeat(bytes) + "\"}"));
    }

    /** Sets the number of notifications that the listener accepts, and runs the actions that wait for it. */
    private void setCapacity(int newCapacity) {
        capacity = newCapacity;
        List<Runnable> actions = List.copyOf(whenWritable);
        whenWritable.clear();
        actions.forEach(Runnable::run);
        List<Runnable> tasks = List.copyOf(scheduledTasks);
        scheduledTasks.clear();
        tasks.forEach(Runnable::run);
    }

    @Test
    void with_capacity_every_notification_is_sent_immediately() {
        capacity = 2;
        backlog.send(changed());
        backlog.send(log());

        assertThat(sent).containsExactly(changed(), log());
        assertThat(whenWritable).isEmpty();
    }

    @Test
    void a_change_is_queued_once_even_if_it_is_notified_repeatedly() {
        IntStream.range(0, 1000).forEach(i -> backlog.send(updated(i % 3)));
        backlog.send(changed());
        assertThat(sent).isEmpty();
        assertThat(whenWritable).hasSize(1);

        setCapacity(10);

        assertThat(sent).containsExactly(updated(0), updated(1), updated(2), changed());
        assertThat(disconnected).isZero();
    }

    @Test
    void notifications_without_capacity_stay_queued() {
        backlog.send(updated(0));
        backlog.send(updated(1));

        setCapacity(1);
        assertThat(sent).containsExactly(updated(0));
        backlog.send(updated(0));
        setCapacity(5);

        assertThat(sent).containsExactly(updated(0), updated(1), updated(0));
    }

    @Test
    void log_messages_are_dropped_unless_they_can_be_stored() {
        backlog.send(log());
        canStore = true;
        backlog.send(log());

        assertThat(stored).hasSize(1);
        assertThat(whenWritable).isEmpty();
    }

    @Test
    void a_listener_with_too_many_other_notifications_is_disconnected() {
        IntStream.range(0, MAX).forEach(i -> backlog.send(unknown()));
        assertThat(scheduledTasks).isEmpty();

        backlog.send(unknown());
        setCapacity(0);

        assertThat(disconnected).isOne();
        assertThat(counters.counts()).containsEntry(LimitType.QUEUE, 1L);
    }

    /** 256 notifications of 4 MB for one client that does not read would be 1 GB. */
    @Test
    void the_queue_is_limited_in_bytes_but_one_notification_is_always_accepted() {
        backlog.send(large("notifications/x", 5000));
        assertThat(scheduledTasks).isEmpty();
        setCapacity(1);
        assertThat(sent).hasSize(1);

        IntStream.range(0, 3).forEach(i -> backlog.send(large("notifications/x", 300)));
        assertThat(scheduledTasks).isEmpty();
        backlog.send(large("notifications/x", 300));
        setCapacity(0);

        assertThat(disconnected).isOne();
    }

    @Test
    void a_change_with_large_params_counts_with_its_bytes() {
        backlog.send(large("notifications/resources/updated", 20_000));
        backlog.send(updated(1));
        assertThat(scheduledTasks).isEmpty();
        backlog.send(large("notifications/resources/updated", 20_000));
        setCapacity(0);

        assertThat(disconnected).isOne();
    }

    @Test
    void a_listener_with_more_queued_changes_than_subscriptions_is_disconnected() {
        IntStream.range(0, 2 * MAX).forEach(i -> backlog.send(updated(i)));
        assertThat(scheduledTasks).isEmpty();

        backlog.send(updated(2 * MAX));
        setCapacity(0);

        assertThat(disconnected).isOne();
    }

    @Test
    void a_change_during_the_delivery_follows_the_queued_ones() {
        backlog.send(updated(0));
        backlog.send(updated(1));
        setCapacity(1);
        backlog.send(changed());

        setCapacity(2);

        assertThat(sent).containsExactly(updated(0), updated(1), changed());
    }

    @Test
    void notifications_that_were_delivered_no_longer_count_against_the_limit() {
        for (int round = 0; round < 3; round++) {
            IntStream.range(0, MAX).forEach(i -> backlog.send(unknown()));
            setCapacity(MAX);
        }

        assertThat(sent).hasSize(3 * MAX);
        assertThat(disconnected).isZero();
    }

    @Test
    void a_listener_that_fails_keeps_the_queued_notifications() {
        backlog.send(updated(0));
        failure = new IllegalStateException("a listener");
        assertThatThrownBy(() -> setCapacity(1)).isSameAs(failure);
        failure = null;
        scheduledTasks.clear();
        backlog.send(updated(1));

        setCapacity(2);

        assertThat(sent).containsExactly(updated(0), updated(1));
    }

    @Test
    void after_the_server_stopped_queued_notifications_are_dropped_without_a_failure() {
        backlog.send(updated(0));
        stopped = true;
        setCapacity(1);
        IntStream.range(0, 3 * MAX).forEach(i -> backlog.send(updated(i)));

        assertThat(sent).isEmpty();
        assertThat(disconnected).isZero();
    }
}
