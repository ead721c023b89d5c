package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.load.Conditions;
import dev.tenon.server.McpServer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 20, section 1: on HTTP/2 the unit of back-pressure is the stream, not the connection. */
@Timeout(60)
class StreamBackPressureTest {
    private static final int LARGE_BYTES = 900_000;
    private static final int CONNECTION_WINDOW_BYTES = 16 << 20;

    private final McpServer server = McpServer.builder("streams", "1")
            .tool("large")
            .handler((input, call) -> "x".repeat(LARGE_BYTES))
            .tool("small")
            .handler((input, call) -> "small")
            .build();
    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client = vertx.createHttpClient(
            new HttpClientOptions()
                    .setProtocolVersion(HttpVersion.HTTP_2)
                    .setHttp2ClearTextUpgrade(false)
                    // Otherwise the pending data of one stream fills the window of the connection.
                    .setHttp2ConnectionWindowSize(CONNECTION_WINDOW_BYTES)
                    .setHttp2MultiplexingLimit(-1),
            new PoolOptions().setHttp2MaxSize(1));

    @AfterEach
    void stop() throws Exception {
        await(vertx.close());
        server.close();
    }

    private TenonHttpServer start(HttpServerLimits limits) {
        return TenonHttpServer.builder(server)
                .port(0)
                .clearTextHttp2()
                .limits(limits)
                .start();
    }

    @Test
    void streams_continue_while_another_of_their_connection_is_not_read() throws Exception {
        try (TenonHttpServer http = start(HttpServerLimits.DEFAULT)) {
            HttpClientResponse unread = startCall(http, "large");

            for (int i = 0; i < 20; i++) {
                assertThat(readBody(startCall(http, "small"))).contains("small");
                assertThat(readBody(startCall(http, "large"))).hasSizeGreaterThan(LARGE_BYTES);
            }

            assertThat(http.status().pendingBytes())
                    .as("what the one stream keeps waiting")
                    .isBetween(1L, 2L * LARGE_BYTES);
            assertThat(readBody(unread)).hasSizeGreaterThan(LARGE_BYTES);
        }
    }

    @Test
    void only_the_stream_that_is_not_read_in_time_is_reset() throws Exception {
        try (TenonHttpServer http = start(HttpServerLimits.DEFAULT.withResponseTimeout(Duration.ofMillis(500)))) {
            AtomicBoolean closed = new AtomicBoolean();
            startCall(http, "small").request().connection().closeHandler(nothing -> closed.set(true));
            startCall(http, "large");

            Conditions.await(() -> http.status().limitCounts().get("slow_readers") > 0);

            assertThat(readBody(startCall(http, "small"))).contains("small");
            assertThat(closed).isFalse();
            // The client may have read a response before the server learns that it is written.
            Conditions.await(() -> http.status().pendingBytes() == 0);
        }
    }

    /** Returns the head of the response; the rest is not read yet. */
    private HttpClientResponse startCall(TenonHttpServer http, String tool) throws Exception {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setHost("127.0.0.1")
                .setPort(http.port())
                .setURI("/mcp")
                .putHeader("Content-Type", "application/json")
                .putHeader("Accept", "application/json, text/event-stream")
                .putHeader("MCP-Protocol-Version", "2026-07-28")
                .putHeader("Mcp-Method", "tools/call")
                .putHeader("Mcp-Name", tool);
        Buffer message = Buffer.buffer(TestClient.modernRequest(1, "tools/call", TestClient.callParams(tool, "")));
        return await(
                client.request(options).compose(request -> request.send(message).onSuccess(HttpClientResponse::pause)));
    }

    private static String readBody(HttpClientResponse response) throws Exception {
        Future<Buffer> body = response.body();
        response.resume();
        return await(body).toString();
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
}
