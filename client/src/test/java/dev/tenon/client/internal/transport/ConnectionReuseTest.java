package dev.tenon.client.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.internal.transport.http.JdkHttpClient;
import dev.tenon.http.AsyncHttpClient;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;

/** Issue 20, section 1: requests that must not be repeated share connections where the server is known to keep them. */
@Timeout(60)
class ConnectionReuseTest {
    private final Set<InetSocketAddress> connections = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;
    private JdkHttpClient client;

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            connections.add(exchange.getRemoteAddress());
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write(new byte[] {'{', '}'});
            exchange.close();
        });
        server.start();
        client = new JdkHttpClient(ServerTarget.http(uri()), ClientLimits.DEFAULT, threads);
    }

    @AfterEach
    void close() {
        client.close();
        server.stop(0);
        threads.shutdownNow();
    }

    private URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
    }

    @Test
    @EnabledForJreRange(minVersion = 25)
    void from_jdk_25_on_non_repeatable_requests_reuse_connections() throws Exception {
        send(true);
        send(true);
        int before = connections.size();
        for (int i = 0; i < 200; i++) {
            send(false);
        }
        // A busy machine may pause for longer than a connection may be used.
        assertThat(connections.size() - before).isLessThan(20);
    }

    @Test
    void non_repeatable_requests_use_a_new_connection_after_a_pause() throws Exception {
        send(true);
        send(true);
        int before = connections.size();
        for (int i = 1; i <= 3; i++) {
            Thread.sleep(700);
            send(false);
            assertThat(connections).hasSize(before + i);
        }
    }

    private void send(boolean repeatable) throws Exception {
        CompletableFuture<Integer> response = new CompletableFuture<>();
        var unused = client.send(
                new AsyncHttpClient.AsyncHttpRequest(
                        "POST", uri(), null, Map.of(), new byte[] {'{', '}'}, repeatable, Duration.ofSeconds(20)),
                new BodyLengthHandler(response));
        assertThat(response.get(30, TimeUnit.SECONDS)).isEqualTo(2);
    }

    private static final class BodyLengthHandler implements HttpResponseHandler, HttpResponseHandler.BodyListener {
        private final CompletableFuture<Integer> response;
        private int length;

        BodyLengthHandler(CompletableFuture<Integer> response) {
            this.response = response;
        }

        @Override
        public BodyListener onHead(ResponseHead head, HttpCall call) {
            return this;
        }

        @Override
        public void onData(byte[] chunk) {
            length += chunk.length;
        }

        @Override
        public void onEnd() {
            response.complete(length);
        }

        @Override
        public void onFailure(IOException cause) {
            response.completeExceptionally(cause);
        }
    }
}
