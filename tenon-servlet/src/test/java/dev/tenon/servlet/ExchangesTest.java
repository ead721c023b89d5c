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
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Issue 20, section 1: a client that is slow, or a container that waits for it, costs no other client anything. */
@NeverBlocked
class ExchangesTest {
    private static final ServletBounds BOUNDS =
            ServletBounds.DEFAULT.withAnswerTime(Duration.ofSeconds(2)).withBodyTime(Duration.ofMinutes(5));

    private final McpServer server = McpServer.named("slow", "1").build();
    private final CountDownLatch release = new CountDownLatch(1);

    /** What a container writes to: it takes nothing, or waits with what it has taken. */
    private final class Out extends ServletOutputStream {
        private final CountDownLatch writing = new CountDownLatch(1);
        private final boolean isReady;

        Out(boolean isReady) {
            this.isReady = isReady;
        }

        @Override
        public boolean isReady() {
            return isReady;
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
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> answers.getOrDefault(
                        method.getName(), method.getReturnType() == boolean.class ? false : null)));
    }

    private static Exchange exchange(ServletOutputStream out, Exchanges exchanges) throws IOException {
        return new Exchange(
                does(AsyncContext.class, Map.of()),
                does(HttpServletResponse.class, Map.of("getOutputStream", out)),
                exchanges);
    }

    private static void answer(Exchange exchange, int bytes) {
        exchange.output().write(new byte[bytes], () -> {});
        exchange.answered();
        exchange.output().end();
    }

    @AfterEach
    void close() {
        release.countDown();
        server.close(Duration.ZERO);
    }

    @Test
    void a_container_that_waits_with_one_answer_delays_no_timeout_of_others() throws Exception {
        Exchanges exchanges = new Exchanges(server.http(HttpOptions.DEFAULT), BOUNDS);
        RuntimeScheduler.Task watch = exchanges.watch();
        Out waiting = new Out(true);
        Exchange held = exchange(waiting, exchanges);
        held.awaitBody();
        answer(held, 10);
        assertThat(waiting.writing.await(60, TimeUnit.SECONDS))
                .as("the client sends no body any more, so that the timer has it answered")
                .isTrue();
        CountDownLatch lost = new CountDownLatch(1);
        Exchange other = exchange(new Out(false), exchanges);
        other.inputDone();
        other.whenLost(lost::countDown);
        answer(other, 10);
        assertThat(lost.await(60, TimeUnit.SECONDS)).isTrue();
        watch.cancel();
    }
}
