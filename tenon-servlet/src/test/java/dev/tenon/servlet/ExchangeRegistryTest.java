package dev.tenon.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.concurrent.RuntimeScheduler;
import dev.tenon.ledger.threads.NeverBlocked;
import dev.tenon.server.HttpOptions;
import dev.tenon.server.McpServer;
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

/** Issue 20, section 1: a client that is slow, or a container that waits for it, costs no other client anything. */
@NeverBlocked
class ExchangeRegistryTest {
    private static final ServletBounds BOUNDS =
            ServletBounds.DEFAULT.withAnswerTime(Duration.ofSeconds(2)).withBodyTime(Duration.ofMinutes(5));

    private final McpServer server = McpServer.named("slow", "1").build();
    private final CountDownLatch release = new CountDownLatch(1);

    /** What a container writes to: it accepts a given number of pieces, and blocks at each until the test releases it. */
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
            // It asks for nothing.
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

    private static Exchange exchange(ServletOutputStream out, ExchangeRegistry exchanges) throws IOException {
        return new Exchange(
                does(AsyncContext.class, Map.of()),
                does(HttpServletResponse.class, Map.of("getOutputStream", out)),
                exchanges);
    }

    private static void answer(Exchange exchange, int bytes) {
        exchange.reply().write(new byte[bytes], () -> {});
        exchange.reply().end();
    }

    @AfterEach
    void close() {
        release.countDown();
        server.close(Duration.ZERO);
    }

    @Test
    @Tag("exhaustive")
    void a_container_that_waits_with_one_answer_delays_no_timeout_of_others() throws Exception {
        ExchangeRegistry exchanges = new ExchangeRegistry(server.http(HttpOptions.DEFAULT), BOUNDS);
        RuntimeScheduler.Task watch = exchanges.watch();
        Out waiting = new Out(1);
        Exchange held = exchange(waiting, exchanges);
        held.awaitBody();
        answer(held, 10);
        assertThat(waiting.writing.await(60, TimeUnit.SECONDS))
                .as("the client sends no body any more, so that the timer has it answered")
                .isTrue();
        CountDownLatch lost = new CountDownLatch(1);
        Exchange other = exchange(new Out(0), exchanges);
        other.inputDone();
        other.whenLost(lost::countDown);
        answer(other, 10);
        assertThat(lost.await(60, TimeUnit.SECONDS)).isTrue();
        watch.cancel();
    }

    /** Issue 20, item 9. */
    @Test
    void what_waits_for_clients_that_do_not_read_is_bounded_and_one_that_reads_is_spared() throws Exception {
        ExchangeRegistry exchanges =
                new ExchangeRegistry(server.http(HttpOptions.DEFAULT), ServletBounds.DEFAULT.withWaitingBytes(4 << 20));
        release.countDown();
        List<Exchange> slow = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            Exchange one = exchange(new Out(0), exchanges);
            slow.add(one);
            answer(one, 1 << 20);
        }
        Out takes = new Out(0);
        Exchange reads = exchange(takes, exchanges);
        answer(reads, 2 << 20);
        RuntimeScheduler.Task watch = exchanges.watch();
        Eventually.isTrue(() -> {
            takes.ready.incrementAndGet();
            reads.reply().resume();
            return exchanges.waiting() <= 4 << 20;
        });
        watch.cancel();
        assertThat(slow).filteredOn(Exchange::isClosed).hasSizeBetween(10, 12);
        assertThat(exchanges.cutAnswers.sum()).isBetween(10L, 12L);
        assertThat(reads.isClosed()).isFalse();
        reads.lose();
        slow.forEach(Exchange::lose);
        Eventually.isTrue(() -> exchanges.waiting() == 0);
    }
}
