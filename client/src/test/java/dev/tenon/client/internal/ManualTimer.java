package dev.tenon.client.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs delayed tasks on the thread of the test, when the test advances the time. It has no thread. */
public final class ManualTimer extends ScheduledThreadPoolExecutor {
    private final List<ManualTask> tasks = new ArrayList<>();
    private long nowNanos;

    public ManualTimer() {
        super(0);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        ManualTask scheduled = new ManualTask(task, nowNanos + unit.toNanos(delay));
        tasks.add(scheduled);
        return scheduled;
    }

    /** Returns the remaining delays of the scheduled tasks, the shortest first. */
    public List<Duration> delays() {
        return pendingTasks().stream()
                .map(task -> Duration.ofNanos(task.dueNanos - nowNanos))
                .toList();
    }

    /** Advances the time and runs the tasks that are due. */
    public void advance(Duration time) {
        long end = nowNanos + time.toNanos();
        List<ManualTask> pending = pendingTasks();
        while (!pending.isEmpty() && pending.get(0).dueNanos <= end) {
            ManualTask next = pending.get(0);
            nowNanos = Math.max(nowNanos, next.dueNanos);
            next.run();
            pending = pendingTasks();
        }
        nowNanos = end;
    }

    private List<ManualTask> pendingTasks() {
        return tasks.stream()
                .filter(task -> !task.isDone())
                .sorted(Comparator.naturalOrder())
                .toList();
    }

    /** A task with the time when it is due. */
    private final class ManualTask extends FutureTask<Void> implements ScheduledFuture<Void> {
        private final long dueNanos;

        ManualTask(Runnable task, long dueNanos) {
            super(task, null);
            this.dueNanos = dueNanos;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueNanos - nowNanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }
}
