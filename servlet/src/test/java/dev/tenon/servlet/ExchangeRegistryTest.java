package dev.tenon.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpOptions;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Issue 20, section 1: a slow client, or a container that waits for it, affects no other client. */
@BlockedThreadCheck
class ExchangeRegistryTest {
    private static final ServletLimits BOUNDS =
            ServletLimits.DEFAULT.withResponseTimeout(Duration.ofSeconds(2)).withBodyTimeout(Duration.ofMinutes(5));

    private final McpServer server = McpServer.builder("slow", "1").build();
    private final CountDownLatch release = new CountDownLatch(1);

    /** An output of a container: it accepts a given number of pieces, and blocks at each until the test releases it. */
    private final class Out extends ServletOutputStream {
        private final CountDownLatch writing = new CountDownLatch(1);
        private final AtomicInteger ready;

        Out(int writes) {
            ready = new AtomicInteger(writes);
        }

        @Override
        public boolean isReady() {
            return ready.get() > 0;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            // It requests nothing.
        }

        @Override
        public void write(int b) {
            write(new byte[1], 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            ready.decrementAndGet();
            writing.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static <T> T does(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answers.getOrDefault(
                        method.getName(), method.getReturnType() == boolean.class ? false : null)));
    }

    private static ServletExchange exchange(ServletOutputStream out, ExchangeRegistry exchanges) throws IOException {
        return new ServletExchange(
                does(AsyncContext.class, Map.of()),
                does(HttpServletResponse.class, Map.of("getOutputStream", out)),
                exchanges);
    }

    private static void answer(ServletExchange exchange, int bytes) {
        exchange.responseWriter().write(new byte[bytes], () -> {});
        exchange.responseWriter().end();
    }

    @AfterEach
    void close() {
        release.countDown();
        server.close(Duration.ZERO);
    }

    @Test
    @Tag("exhaustive")
    void a_container_that_blocks_on_one_response_delays_no_timeout_of_others() throws Exception {
        ExchangeRegistry exchanges = new ExchangeRegistry(server.createHttpEndpoint(HttpOptions.DEFAULT), BOUNDS);
        Runnable watch = exchanges.startTimeoutChecks();
        Out waiting = new Out(1);
        ServletExchange held = exchange(waiting, exchanges);
        held.holdResponseUntilBody();
        answer(held, 10);
        assertThat(waiting.writing.await(60, TimeUnit.SECONDS))
                .as("the client sends no body any more, so that the timer has it answered")
                .isTrue();
        CountDownLatch lost = new CountDownLatch(1);
        ServletExchange other = exchange(new Out(0), exchanges);
        other.onRequestRead();
        other.onAborted(lost::countDown);
        answer(other, 10);
        assertThat(lost.await(60, TimeUnit.SECONDS)).isTrue();
        watch.run();
    }

    /** After a pause of the JVM the clock alone would find an active client silent. */
    @Test
    void a_client_is_silent_only_after_three_checks_without_a_byte() throws Exception {
        release.countDown();
        ServletExchange held = exchange(
                new Out(1),
                new ExchangeRegistry(server.createHttpEndpoint(HttpOptions.DEFAULT), ServletLimits.DEFAULT));
        held.holdResponseUntilBody();
        answer(held, 10);
        long afterPause = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);

        assertThat(held.tryClaimTimeoutCheck(afterPause)).isFalse();
        assertThat(held.tryClaimTimeoutCheck(afterPause)).isFalse();
        held.onBytesReceived();
        assertThat(held.tryClaimTimeoutCheck(afterPause)).isFalse();
        assertThat(held.tryClaimTimeoutCheck(afterPause)).isFalse();
        assertThat(held.tryClaimTimeoutCheck(afterPause)).isTrue();
        held.abort();
    }

    /** Issue 20, item 9. */
    @Test
    void pending_output_is_limited_and_a_client_that_reads_is_spared() throws Exception {
        ExchangeRegistry exchanges = new ExchangeRegistry(
                server.createHttpEndpoint(HttpOptions.DEFAULT), ServletLimits.DEFAULT.withMaxPendingBytes(4 << 20));
        release.countDown();
        List<ServletExchange> slow = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            ServletExchange one = exchange(new Out(0), exchanges);
            slow.add(one);
            answer(one, 1 << 20);
        }
        Out takes = new Out(0);
        ServletExchange reads = exchange(takes, exchanges);
        answer(reads, 2 << 20);
        Runnable watch = exchanges.startTimeoutChecks();
        Eventually.isTrue(() -> {
            takes.ready.incrementAndGet();
            reads.responseWriter().resumeWriting();
            return exchanges.pendingBytes() <= 4 << 20;
        });
        watch.run();
        assertThat(slow).filteredOn(ServletExchange::isClosed).hasSizeBetween(10, 12);
        assertThat(exchanges.evictedResponses.sum()).isBetween(10L, 12L);
        assertThat(reads.isClosed()).isFalse();
        reads.abort();
        slow.forEach(ServletExchange::abort);
        Eventually.isTrue(() -> exchanges.pendingBytes() == 0);
    }
}
