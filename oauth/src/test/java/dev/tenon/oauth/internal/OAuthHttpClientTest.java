package dev.tenon.oauth.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 20, item 38: the small HTTP client that connects to checked addresses. */
class OAuthHttpClientTest {
    private static final int MAX_BODY_BYTES = 1000;

    private static OAuthHttpResponse read(String response) throws IOException {
        return new Http1ResponseReader(new ByteArrayInputStream(response.getBytes(ISO_8859_1)), MAX_BODY_BYTES).read();
    }

    @Test
    void every_body_framing_is_read() throws IOException {
        assertThat(read("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcd").bodyText())
                .isEqualTo("abc");
        assertThat(read("HTTP/1.1 200\ncontent-length:3\nContent-Length: 3\n\nabc")
                        .bodyText())
                .isEqualTo("abc");
        assertThat(read("HTTP/1.0 404 Not found\r\n\r\nrest").bodyText()).isEqualTo("rest");
        assertThat(
                        read("HTTP/1.1 200 OK\r\nTransfer-Encoding: CHUNKED\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nX: y\r\n\r\n")
                                .bodyText())
                .isEqualTo("abcde");
        OAuthHttpResponse last = read("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
                + "HTTP/1.1 201 Made\r\nX-A: b\r\nx-a: c\r\nContent-Length: 0\r\n\r\n");
        assertThat(last.status()).isEqualTo(201);
        assertThat(last.headerValues("X-a")).containsExactly("b", "c");
        assertThat(last.headerValues("link")).isEmpty();
        assertThat(read("HTTP/1.1 204 No Content\r\n\r\nignored").bodyText()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK",
                "HTTP/2 200 OK\r\n\r\n",
                "HTTP/1.1 20 OK\r\n\r\n",
                "hello\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "HTTP/1.1 200 OK\r\nA : b\r\n\r\n",
                "HTTP/1.1 200 OK\r\n: b\r\n\r\n",
                "HTTP/1.1 200 OK\r\nA: b\r\n folded\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n\r\na",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\nabc",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"
            })
    void malformed_responses_are_rejected(String response) {
        assertThatThrownBy(() -> read(response)).isInstanceOf(IOException.class);
    }

    @Test
    void head_and_body_are_limited() {
        assertThatThrownBy(() -> read("HTTP/1.1 200 OK\r\n" + "A: b\r\n".repeat(20_000)))
                .hasMessageContaining("bytes of headers");
        assertThatThrownBy(() -> read("HTTP/1.1 100 Go\r\n\r\n".repeat(10_000)))
                .hasMessageContaining("bytes of headers");
        assertThatThrownBy(() -> read("HTTP/1.1 200 OK\r\n\r\n" + "a".repeat(MAX_BODY_BYTES + 1)))
                .isInstanceOf(ResponseTooLargeException.class);
        assertThatThrownBy(() -> read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + "64\r\n"
                        + "a".repeat(100) + "\r\n" + "fff\r\n"))
                .isInstanceOf(ResponseTooLargeException.class);
    }

    @Test
    void a_header_with_line_breaks_is_rejected() {
        URI uri = URI.create("http://127.0.0.1/");
        assertThatThrownBy(() -> new OAuthHttpRequest("GET", uri, Map.of("A", "b\r\nC: d"), ""))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new OAuthHttpRequest("GET", uri, Map.of("A\n", "b"), ""))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static OAuthHttpResponse exchange(ServerSocket server, String body, Duration time) throws IOException {
        URI uri = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
        return new OAuthHttpClient(NetworkConnector.SYSTEM, null)
                .send(new OAuthHttpRequest("POST", uri, Map.of(), body), List.of(), time, MAX_BODY_BYTES);
    }

    /**
     * A silent server, one that sends single bytes, and one that does not read a large request: the time limit ends
     * each exchange.
     */
    @ParameterizedTest
    @ValueSource(strings = {"silent", "dripping", "not reading"})
    void an_exchange_ends_at_its_timeout(String behaviour) throws Exception {
        String body = behaviour.equals("not reading") ? "a".repeat(32 << 20) : "";
        CountDownLatch done = new CountDownLatch(1);
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"))) {
            Thread thread = new Thread(() -> {
                try (Socket peer = server.accept()) {
                    while (behaviour.equals("dripping") && !done.await(20, TimeUnit.MILLISECONDS)) {
                        peer.getOutputStream().write('H');
                    }
                    done.await();
                } catch (IOException | InterruptedException e) {
                    // The client has gone.
                }
            });
            thread.start();
            long start = System.nanoTime();
            assertThatThrownBy(() -> exchange(server, body, Duration.ofMillis(700)))
                    .isInstanceOf(SocketTimeoutException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(600), Duration.ofSeconds(60));
            done.countDown();
            thread.join();
        }
    }

    @Test
    void an_interrupt_ends_an_exchange() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"))) {
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread caller = new Thread(() -> {
                try {
                    exchange(server, "", Duration.ofMinutes(4));
                } catch (IOException e) {
                    failure.set(Thread.currentThread().isInterrupted() ? e : new AssertionError("not interrupted", e));
                }
            });
            caller.start();
            try (Socket peer = server.accept()) {
                assertThat(peer.getInputStream().read()).isEqualTo('P');
                caller.interrupt();
                caller.join(TimeUnit.MINUTES.toMillis(2));
            }
            assertThat(caller.isAlive()).isFalse();
            assertThat(failure.get()).isInstanceOf(IOException.class);
        }
    }
}
