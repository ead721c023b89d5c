package dev.tenon.client.internal.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.internal.transport.http.JdkHttpClient;
import dev.tenon.http.AsyncHttpClient;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 20, "nothing that adds up": a kept connection does not reference the calls that it served. */
@Timeout(60)
class JdkHttpClientTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/mcp", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, 4);
            exchange.getResponseBody().write("done".getBytes(UTF_8));
            exchange.close();
        });
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void a_kept_connection_holds_no_response_and_no_request() throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
        HttpTarget target = ServerTarget.http(uri);
        try (JdkHttpClient client = new JdkHttpClient(target, ClientLimits.DEFAULT, threads)) {
            WeakReference<Object> handler = call(client, uri);
            // The server closes a connection that has been idle for 30 s, which frees everything it references.
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(15);
            while (handler.get() != null && System.nanoTime() < deadline) {
                System.gc();
                Thread.sleep(20);
            }
            assertThat(handler.get()).as("held by a kept connection").isNull();
        }
    }

    private static WeakReference<Object> call(JdkHttpClient client, URI uri) throws Exception {
        byte[] content = new byte[1 << 20];
        BodyRecorder recorder = new BodyRecorder();
        var unused = client.send(request(uri, content), recorder);
        assertThat(recorder.result.get(20, TimeUnit.SECONDS)).isEqualTo("done");
        return new WeakReference<>(recorder);
    }

    private static AsyncHttpClient.AsyncHttpRequest request(URI uri, byte[] content) {
        return new AsyncHttpClient.AsyncHttpRequest(
                "POST", uri, null, Map.of(), content, true, ClientLimits.DEFAULT.connectTimeout());
    }

    private static final class BodyRecorder implements HttpResponseHandler, HttpResponseHandler.BodyListener {
        private final StringBuilder text = new StringBuilder();
        private final CompletableFuture<String> result = new CompletableFuture<>();

        @Override
        public BodyListener onHead(ResponseHead head, HttpCall call) {
            return this;
        }

        @Override
        public void onData(byte[] chunk) {
            text.append(new String(chunk, UTF_8));
        }

        @Override
        public void onEnd() {
            result.complete(text.toString());
        }

        @Override
        public void onFailure(IOException cause) {
            result.completeExceptionally(cause);
        }
    }
}
