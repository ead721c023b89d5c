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
    private static final ServletLimits LIMITS =
            ServletLimits.DEFAULT.withResponseTimeout(Duration.ofSeconds(2)).withBodyTimeout(Duration.ofMinutes(5));

    private final McpServer server = McpServer.builder("slow", "1").build();
    private final CountDownLatch release = new CountDownLatch(1);

    /** An output of a container: it accepts a given number of pieces, and blocks at each until the test releases it. */
    private final class BlockingOutputStream extends ServletOutputStream {
        private final CountDownLatch writing = new CountDownLatch(1);
        private final AtomicInteger ready;

        BlockingOutputStream(int writes) {
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

    private static <T> T stub(Class<T> type, Map<String, Object> results) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> results.getOrDefault(
                        method.getName(), method.getReturnType() == boolean.class ? false : null)));
    }

    private static ServletExchange buildExchange(ServletOutputStream out, ExchangeRegistry registry)
            throws IOException {
        return new ServletExchange(
                stub(AsyncContext.class, Map.of()),
                stub(HttpServletResponse.class, Map.of("getOutputStream", out)),
                registry);
    }

    private static void respond(ServletExchange exchange, int bytes) {
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
        ExchangeRegistry registry = new ExchangeRegistry(server.createHttpEndpoint(HttpOptions.DEFAULT), LIMITS);
        Runnable stopChecks = registry.startTimeoutChecks();
        BlockingOutputStream blockedOutput = new BlockingOutputStream(1);
        ServletExchange blockedExchange = buildExchange(blockedOutput, registry);
        blockedExchange.holdResponseUntilBody();
        respond(blockedExchange, 10);
        assertThat(blockedOutput.writing.await(60, TimeUnit.SECONDS))
                .as("the client sends no more of its body, so the timeout check starts the response")
                .isTrue();
        CountDownLatch aborted = new CountDownLatch(1);
        ServletExchange other = buildExchange(new BlockingOutputStream(0), registry);
        other.onRequestRead();
        other.onAborted(aborted::countDown);
        respond(other, 10);
        assertThat(aborted.await(60, TimeUnit.SECONDS)).isTrue();
        stopChecks.run();
    }

    /** After a pause of the JVM the clock alone would find an active client silent. */
    @Test
    void a_client_is_silent_only_after_three_checks_without_a_byte() throws Exception {
        release.countDown();
        ServletExchange blockedExchange = buildExchange(
                new BlockingOutputStream(1),
                new ExchangeRegistry(server.createHttpEndpoint(HttpOptions.DEFAULT), ServletLimits.DEFAULT));
        blockedExchange.holdResponseUntilBody();
        respond(blockedExchange, 10);
        long afterPause = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);

        assertThat(blockedExchange.tryClaimTimeoutCheck(afterPause)).isFalse();
        assertThat(blockedExchange.tryClaimTimeoutCheck(afterPause)).isFalse();
        blockedExchange.onBytesReceived();
        assertThat(blockedExchange.tryClaimTimeoutCheck(afterPause)).isFalse();
        assertThat(blockedExchange.tryClaimTimeoutCheck(afterPause)).isFalse();
        assertThat(blockedExchange.tryClaimTimeoutCheck(afterPause)).isTrue();
        blockedExchange.abort();
    }

    /** Issue 20, item 9. */
    @Test
    void pending_output_is_limited_and_a_client_that_reads_is_spared() throws Exception {
        ExchangeRegistry registry = new ExchangeRegistry(
                server.createHttpEndpoint(HttpOptions.DEFAULT), ServletLimits.DEFAULT.withMaxPendingBytes(4 << 20));
        release.countDown();
        List<ServletExchange> slowExchanges = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            ServletExchange slowExchange = buildExchange(new BlockingOutputStream(0), registry);
            slowExchanges.add(slowExchange);
            respond(slowExchange, 1 << 20);
        }
        BlockingOutputStream readyOutput = new BlockingOutputStream(0);
        ServletExchange readingExchange = buildExchange(readyOutput, registry);
        respond(readingExchange, 2 << 20);
        Runnable stopChecks = registry.startTimeoutChecks();
        Conditions.await(() -> {
            readyOutput.ready.incrementAndGet();
            readingExchange.responseWriter().resumeWriting();
            return registry.pendingBytes() <= 4 << 20;
        });
        stopChecks.run();
        assertThat(slowExchanges).filteredOn(ServletExchange::isClosed).hasSizeBetween(10, 12);
        assertThat(registry.evictedResponses.sum()).isBetween(10L, 12L);
        assertThat(readingExchange.isClosed()).isFalse();
        readingExchange.abort();
        slowExchanges.forEach(ServletExchange::abort);
        Conditions.await(() -> registry.pendingBytes() == 0);
    }
}
