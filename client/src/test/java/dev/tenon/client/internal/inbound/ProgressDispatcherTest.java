package dev.tenon.client.internal.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.internal.ManualExecutor;
import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.model.Meta;
import dev.tenon.model.ProgressParams;
import dev.tenon.model.ProgressToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class ProgressDispatcherTest {
    private final ManualExecutor executor = new ManualExecutor();
    private final NotificationQueue queue = new NotificationQueue(executor, 1, 100, new LongAdder());
    private final ProgressDispatcher dispatcher = new ProgressDispatcher(queue);
    private final List<Double> delivered = new ArrayList<>();
    private final Deadline deadline = Deadline.after(Duration.ofHours(1));

    private final ProgressToken token = dispatcher.register(params -> delivered.add(params.progress()), deadline);

    private boolean dispatch(ProgressToken to, double progress) {
        return dispatcher.dispatch(new ProgressParams(to, progress, null, null, Meta.EMPTY), 0);
    }

    @Test
    void only_progress_that_increases_is_delivered() {
        executor.runInline();
        assertThat(dispatch(token, -1)).isTrue();
        assertThat(dispatch(token, -1)).isFalse();
        assertThat(dispatch(token, 2)).isTrue();
        assertThat(dispatch(token, 1)).isFalse();
        assertThat(delivered).containsExactly(-1.0, 2.0);
    }

    @Test
    void calls_have_their_own_tokens_and_progress() {
        executor.runInline();
        List<Double> other = new ArrayList<>();
        ProgressToken second = dispatcher.register(params -> other.add(params.progress()), deadline);
        assertThat(second).isNotEqualTo(token);
        assertThat(dispatch(token, 5)).isTrue();
        assertThat(dispatch(second, 1)).isTrue();
        assertThat(delivered).containsExactly(5.0);
        assertThat(other).containsExactly(1.0);
    }

    @Test
    void progress_after_the_end_of_the_call_is_dropped() {
        executor.runInline();
        dispatcher.unregisterAndAwaitDelivery(token);
        assertThat(dispatch(token, 1)).isFalse();
        assertThat(delivered).isEmpty();
    }

    @Test
    void progress_that_was_queued_before_the_end_of_the_call_is_still_delivered() {
        assertThat(dispatch(token, 1)).isTrue();
        Thread.currentThread().interrupt();
        dispatcher.unregisterAndAwaitDelivery(token);
        assertThat(Thread.interrupted()).as("the wait was interrupted").isTrue();
        executor.runAll();
        assertThat(delivered).containsExactly(1.0);
    }

    @Test
    void the_end_of_a_call_without_progress_does_not_wait_for_other_listeners() {
        queue.enqueueOrDrop(() -> {});
        Thread.currentThread().interrupt();
        dispatcher.unregisterAndAwaitDelivery(null);
        dispatcher.unregisterAndAwaitDelivery(ProgressToken.of("unknown"));
        assertThat(Thread.interrupted()).as("no wait was interrupted").isTrue();
    }
}
