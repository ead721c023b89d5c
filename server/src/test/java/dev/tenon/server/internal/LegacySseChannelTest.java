package dev.tenon.server.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.server.Limits;
import dev.tenon.server.http.HttpResponseStream;
import dev.tenon.server.internal.http.BackpressuredStream;
import dev.tenon.server.internal.http.LegacySseChannel;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.DuplexChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LegacySseChannelTest {
    private static final byte[] LARGE = "x".repeat(100_000).getBytes(UTF_8);

    private static final ChannelLimits LIMITS = new ChannelLimits(4 << 20, 256, 1 << 20, Duration.ofSeconds(10));

    private final List<String> parsed = new ArrayList<>();
    private final Queue<Runnable> queuedTasks = new ArrayDeque<>();
    private final LegacySseChannel channel = new LegacySseChannel(
            new BackpressuredStream(new SilentStream(), LIMITS, null, new LimitHitCounters(), stream -> {}),
            Limits.DEFAULT.queue(),
            this::enqueueTask,
            null,
            () -> {});

    private final CompletableFuture<Boolean> closedOnBlockingThread = new CompletableFuture<>();
    private boolean stopped;

    private void enqueueTask(Runnable task) {
        if (stopped) {
            throw new RejectedExecutionException();
        }
        queuedTasks.add(task);
    }

    private static final class SilentStream implements HttpResponseStream {
        @Override
        public void write(byte[] bytes, Runnable written) {}

        @Override
        public void end() {}

        @Override
        public void abort() {}
    }

    LegacySseChannelTest() {
        channel.open(new DuplexChannel.MessageReceiver() {
            @Override
            public void onMessage(byte[] message) {
                parsed.add(
                        message.length + (ThreadBlockingContext.current().canBlock() ? " elsewhere" : " on the loop"));
            }

            @Override
            public void onOversizedMessage() {}

            @Override
            public void onClosed() {
                closedOnBlockingThread.complete(ThreadBlockingContext.current().canBlock());
            }
        });
    }

    /**
     * Issue 20, item 11: an event loop never parses a large message, even when it delivers messages that other threads
     * have posted.
     */
    @Test
    void an_event_loop_passes_large_messages_to_other_threads() {
        ThreadBlockingContext.nonBlocking("event loop")
                .run(() -> channel.deliverOrQueue(new byte[1], null, () -> {
                    parsed.add("first");
                    channel.deliverOrQueue(new byte[2], null, () -> parsed.add("before the large message"));
                    channel.deliverOrQueue(LARGE, null, () -> parsed.add("before the large message"));
                    channel.deliverOrQueue(new byte[3], null, () -> parsed.add("before the large message"));
                }));
        assertThat(parsed).containsExactly("first", "2 on the loop");

        queuedTasks.remove().run();

        assertThat(parsed).containsExactly("first", "2 on the loop", "100000 elsewhere", "3 elsewhere");
        assertThat(queuedTasks).isEmpty();
    }

    /** The receiver can block; on an event loop, all clients of that loop would wait for it (issue 20, section 1). */
    @Test
    void an_event_loop_reports_the_end_on_another_thread_after_the_server_stopped() throws Exception {
        stopped = true;
        ThreadBlockingContext.nonBlocking("event loop")
                .run(() -> channel.deliverOrQueue(
                        new byte[1], null, () -> channel.deliverOrQueue(LARGE, null, () -> parsed.add("too early"))));

        assertThat(closedOnBlockingThread.get(30, TimeUnit.SECONDS)).isTrue();
        assertThat(parsed).isEmpty();
    }

    /** Issue 20, item 11: a message that is not queued is parsed once. */
    @Test
    void a_message_that_is_not_queued_is_not_parsed_again() {
        channel.deliverOrQueue(LARGE, null, () -> parsed.add("as it was parsed"));

        assertThat(parsed).containsExactly("as it was parsed");
    }
}
