package dev.tenon.http.embedded.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Context;
import io.vertx.core.Handler;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread of the test is the event loop. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class EventLoopExecutorTest {
    private final Queue<Runnable> loopTasks = new ArrayDeque<>();
    private final List<String> events = new ArrayList<>();
    private boolean isClosed;
    private final EventLoopExecutor executor = new EventLoopExecutor((Context) Proxy.newProxyInstance(
            Context.class.getClassLoader(), new Class<?>[] {Context.class}, (proxy, method, arguments) -> {
                assertThat(method.getName()).isEqualTo("runOnContext");
                enqueue((Handler<?>) arguments[0]);
                return null;
            }));

    private void enqueue(Handler<?> task) {
        if (isClosed) {
            throw new RejectedExecutionException("closed");
        }
        loopTasks.add(() -> task.handle(null));
    }

    private void runLoopTasks() {
        for (Runnable task = loopTasks.poll(); task != null; task = loopTasks.poll()) {
            task.run();
        }
    }

    private Runnable event(String name) {
        return () -> events.add(name);
    }

    private static void onOtherThread(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void an_action_of_the_event_loop_is_executed_at_once() {
        executor.execute(event("first"));

        assertThat(events).containsExactly("first");
        assertThat(loopTasks).isEmpty();
    }

    @Test
    void an_action_within_an_action_is_executed_after_it() {
        executor.execute(() -> {
            executor.execute(event("inner"));
            events.add("outer");
        });

        assertThat(events).containsExactly("outer", "inner");
    }

    @Test
    void actions_of_another_thread_wait_for_one_task_of_the_event_loop() {
        onOtherThread(() -> {
            executor.execute(event("first"));
            executor.execute(event("second"));
        });
        assertThat(events).isEmpty();
        assertThat(loopTasks).hasSize(1);

        runLoopTasks();
        assertThat(events).containsExactly("first", "second");
    }

    @Test
    void an_action_of_the_event_loop_does_not_overtake_those_of_other_threads() {
        onOtherThread(() -> executor.execute(event("first")));
        executor.execute(event("second"));

        assertThat(events).containsExactly("first", "second");
    }

    @Test
    void another_task_is_scheduled_after_the_first_one_has_run() {
        onOtherThread(() -> executor.execute(event("first")));
        runLoopTasks();
        onOtherThread(() -> executor.execute(event("second")));
        runLoopTasks();

        assertThat(events).containsExactly("first", "second");
    }

    @Test
    void an_action_that_fails_does_not_hold_back_those_behind_it() {
        onOtherThread(() -> {
            executor.execute(() -> {
                throw new IllegalStateException("expected by the test");
            });
            executor.execute(event("second"));
        });

        assertThatThrownBy(this::runLoopTasks).isInstanceOf(IllegalStateException.class);
        runLoopTasks();
        assertThat(events).containsExactly("second");
    }

    @Test
    void an_action_after_the_close_of_the_server_is_dropped() {
        isClosed = true;
        onOtherThread(() -> executor.execute(event("late")));
        executor.executeLater(event("later"));

        assertThat(events).isEmpty();
    }
}
