package dev.tenon.server.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import dev.tenon.model.BlobResourceContents;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Content;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.GetPromptResult;
import dev.tenon.model.Meta;
import dev.tenon.model.PromptMessage;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.Result;
import dev.tenon.model.TextResourceContents;
import dev.tenon.server.internal.dispatch.LargeResultConcurrencyLimiter;
import dev.tenon.server.internal.request.RequestExecution;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Issue 20, "a neighbours table": during a burst of large results, processors stay free for small ones. */
class LargeResultConcurrencyLimiterTest {
    private static final int WRITERS = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    private static final String LARGE_TEXT = "x".repeat(ThreadBlockingContext.MAX_INLINE_BYTES + 4);

    private static final byte[] BYTES = new byte[ThreadBlockingContext.MAX_INLINE_BYTES];

    private final LargeResultConcurrencyLimiter limiter = new LargeResultConcurrencyLimiter();
    private final RequestExecution execution = TestRequestExecutions.of(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch allWriting = new CountDownLatch(WRITERS);

    @AfterEach
    void end() {
        release.countDown();
        threads.shutdownNow();
    }

    static Stream<Result> largeResults() {
        return Stream.of(
                CallToolResult.text(LARGE_TEXT),
                CallToolResult.of(Content.image(BYTES, "image/png")),
                CallToolResult.of(Content.audio(BYTES, "audio/wav")),
                CallToolResult.of(Content.embedded(text())),
                CallToolResult.structured(Json.of(LARGE_TEXT)),
                CallToolResult.of(Content.text("x".repeat(40_000)), Content.text("x".repeat(40_000))),
                ReadResourceResult.of(text()),
                ReadResourceResult.of(blob()),
                GetPromptResult.of(PromptMessage.user(Content.text(LARGE_TEXT))));
    }

    private static TextResourceContents text() {
        return new TextResourceContents("test://a", null, LARGE_TEXT, Meta.EMPTY);
    }

    private static BlobResourceContents blob() {
        return new BlobResourceContents("test://a", null, Base64.getEncoder().encodeToString(BYTES), Meta.EMPTY);
    }

    @ParameterizedTest
    @MethodSource("largeResults")
    void large_results_wait_for_a_permit(Result large) throws Exception {
        occupyAllPermits();
        AtomicInteger written = new AtomicInteger();

        Future<?> next = threads.submit(() -> limiter.write(large, execution, written::incrementAndGet));

        TimeUnit.MILLISECONDS.sleep(50);
        assertThat(written).hasValue(0);
        release.countDown();
        next.get(30, TimeUnit.SECONDS);
        assertThat(written).hasValue(1);
    }

    @Test
    void small_results_do_not_wait() throws Exception {
        occupyAllPermits();

        for (Result small : List.of(CallToolResult.text("small"), EmptyResult.EMPTY)) {
            threads.submit(() -> limiter.write(small, execution, () -> {})).get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void a_result_that_cannot_be_written_releases_its_permit() throws Exception {
        for (int i = 0; i <= WRITERS; i++) {
            Future<?> failed = threads.submit(() -> limiter.write(CallToolResult.text(LARGE_TEXT), execution, () -> {
                throw new IllegalStateException("not written");
            }));
            assertThat(failed).failsWithin(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void a_result_of_a_completed_request_does_not_wait() throws Exception {
        occupyAllPermits();
        AtomicInteger written = new AtomicInteger();
        execution.cancel();

        threads.submit(() -> limiter.write(CallToolResult.text(LARGE_TEXT), execution, written::incrementAndGet))
                .get(30, TimeUnit.SECONDS);

        assertThat(written).hasValue(0);
    }

    @Test
    void an_event_loop_never_waits_for_a_permit() {
        ThreadBlockingContext loop = ThreadBlockingContext.nonBlocking("event loop");

        assertThatThrownBy(() -> loop.run(() -> limiter.write(CallToolResult.text(LARGE_TEXT), execution, () -> {})))
                .hasMessageContaining("write a large result");
    }

    private void occupyAllPermits() throws InterruptedException {
        for (int i = 0; i < WRITERS; i++) {
            threads.execute(() -> limiter.write(CallToolResult.text(LARGE_TEXT), execution, this::writeUntilReleased));
        }
        assertThat(allWriting.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private void writeUntilReleased() {
        allWriting.countDown();
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
