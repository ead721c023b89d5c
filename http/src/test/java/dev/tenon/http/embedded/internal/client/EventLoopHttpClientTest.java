package dev.tenon.http.embedded.internal.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.support.CaseSampler;
import dev.tenon.http.AsyncHttpClient;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 20, section 1: no request is lost or executed twice by a server that closes after every response. */
@Timeout(300)
class EventLoopHttpClientTest {
    private static final int REQUESTS = CaseSampler.chooseSize(2000, 10_000);

    private final Vertx vertx = Vertx.vertx();
    private final Context loop = vertx.getOrCreateContext();

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void a_server_that_closes_after_every_response_gets_each_request_once() throws Exception {
        try (OneResponseServer server = new OneResponseServer(false)) {
            assertThat(sendRequests(server, false, REQUESTS)).isEqualTo(REQUESTS);
            assertThat(server.requestCount()).isEqualTo(REQUESTS);
        }
    }

    @Test
    void a_request_that_may_be_repeated_is_sent_again_over_a_new_connection() throws Exception {
        try (OneResponseServer server = new OneResponseServer(false)) {
            assertThat(sendRequests(server, true, REQUESTS)).isEqualTo(REQUESTS);
            assertThat(server.requestCount()).isEqualTo(REQUESTS);
        }
    }

    @Test
    void connections_that_the_server_keeps_are_reused() throws Exception {
        try (OneResponseServer server = new OneResponseServer(true)) {
            assertThat(sendRequests(server, true, 2)).isEqualTo(2);
            int before = server.connectionCount();
            assertThat(sendRequests(server, false, 500)).isEqualTo(500);
            // A busy machine may pause for longer than a connection is kept.
            assertThat(server.connectionCount() - before).isLessThan(20);
        }
    }

    /**
     * A guard may send only tool calls, which must not be repeated, and still does not need a connection for each of
     * them.
     */
    @Test
    void a_server_that_leaves_connections_open_is_known_to_keep_them() throws Exception {
        try (OneResponseServer server = new OneResponseServer(true)) {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            int rounds = 0;
            int opened;
            do {
                int before = server.connectionCount();
                assertThat(sendRequests(server, false, 100)).isEqualTo(100);
                opened = server.connectionCount() - before;
                rounds++;
                TimeUnit.MILLISECONDS.sleep(50);
            } while (opened > 20 && System.nanoTime() < deadline);
            assertThat(opened).isLessThanOrEqualTo(20);
            assertThat(server.requestCount()).isEqualTo(100 * rounds);
        }
    }

    /** Sends that many requests, one after the other; returns the number of responses. */
    private int sendRequests(OneResponseServer server, boolean repeatable, int count) throws Exception {
        CompletableFuture<Integer> responseCount = new CompletableFuture<>();
        loop.runOnContext(start -> {
            if (AsyncHttpClient.currentOrNull() == null) {
                EventLoopHttpClients.openOnCurrentThread(vertx);
            }
            new RequestChain(server, repeatable, count, responseCount).sendNext();
        });
        return responseCount.get(250, TimeUnit.SECONDS);
    }

    private final class RequestChain implements HttpResponseHandler, HttpResponseHandler.BodyListener {
        private final OneResponseServer server;
        private final boolean repeatable;
        private final CompletableFuture<Integer> result;
        private int remaining;
        private int responseCount;

        RequestChain(OneResponseServer server, boolean repeatable, int count, CompletableFuture<Integer> result) {
            this.server = server;
            this.repeatable = repeatable;
            this.remaining = count;
            this.result = result;
        }

        void sendNext() {
            if (remaining-- == 0) {
                result.complete(responseCount);
                return;
            }
            AsyncHttpClient.AsyncHttpRequest request = new AsyncHttpClient.AsyncHttpRequest(
                    "POST",
                    URI.create("http://127.0.0.1:" + server.address().getPort() + "/mcp"),
                    server.address(),
                    Map.of("Accept", "application/json"),
                    "{}".getBytes(UTF_8),
                    repeatable,
                    Duration.ofSeconds(10));
            var unused = Objects.requireNonNull(AsyncHttpClient.currentOrNull()).send(request, this);
        }

        @Override
        public BodyListener onHead(ResponseHead head, HttpCall call) {
            assertThat(head.status()).isEqualTo(200);
            return this;
        }

        @Override
        public void onData(byte[] piece) {
            assertThat(piece).isEqualTo("{}".getBytes(UTF_8));
        }

        @Override
        public void onEnd() {
            responseCount++;
            // A connection is available for the next request after this turn.
            loop.runOnContext(turn -> sendNext());
        }

        @Override
        public void onFailure(IOException exception) {
            result.completeExceptionally(exception);
        }
    }
}
