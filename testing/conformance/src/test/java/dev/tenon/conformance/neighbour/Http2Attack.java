package dev.tenon.conformance.neighbour;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Attacks over one HTTP/2 connection. */
final class Http2Attack implements Attack {
    private static final int RESETS_AT_ONCE = 20;
    private static final int CONNECTION_WINDOW_BYTES = 64 << 20;

    private final Kind kind;
    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client = vertx.createHttpClient(
            new HttpClientOptions()
                    .setProtocolVersion(HttpVersion.HTTP_2)
                    .setHttp2ClearTextUpgrade(false)
                    // Otherwise unread streams fill the window of the connection.
                    .setHttp2ConnectionWindowSize(CONNECTION_WINDOW_BYTES)
                    .setHttp2MultiplexingLimit(-1),
            new PoolOptions().setHttp2MaxSize(1));
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private int port;
    private int ticks;

    Http2Attack(Kind kind) {
        this.kind = kind;
    }

    enum Kind {
        /** 50 streams with large results that are not read, and small ones that are. */
        UNREAD_STREAMS,
        /** Requests that are reset immediately (CVE-2023-44487). */
        RAPID_RESET
    }

    @Override
    public void start(int port) throws Exception {
        this.port = port;
        if (kind == Kind.UNREAD_STREAMS) {
            for (int i = 0; i < 50; i++) {
                request("large", "{}", request -> request.response().onSuccess(response -> response.pause()));
            }
        }
        TimeUnit.MILLISECONDS.sleep(500);
    }

    @Override
    public void continueAttack() {
        if (kind == Kind.RAPID_RESET) {
            for (int i = 0; i < RESETS_AT_ONCE; i++) {
                request("echo", "{\"text\":\"hello\"}", request -> request.reset(8));
            }
        } else if (ticks++ % 10 == 0) {
            request("echo", "{\"text\":\"hello\"}", request -> request.response()
                    .compose(response -> response.body())
                    .onSuccess(body -> answered.incrementAndGet())
                    .onFailure(e -> failed.incrementAndGet()));
        }
    }

    private void request(String tool, String arguments, Consumer<HttpClientRequest> then) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setHost("127.0.0.1")
                .setPort(port)
                .setURI(NeighbourServer.PATH)
                .putHeader("Content-Type", "application/json")
                .putHeader("Accept", "application/json, text/event-stream")
                .putHeader("MCP-Protocol-Version", "2026-07-28")
                .putHeader("Mcp-Method", "tools/call")
                .putHeader("Mcp-Name", tool);
        client.request(options).onSuccess(request -> {
            request.end(Buffer.buffer(Requests.call(1, tool, arguments)));
            then.accept(request);
        });
    }

    @Override
    public String result() {
        if (kind == Kind.UNREAD_STREAMS && (answered.get() == 0 || failed.get() > 0)) {
            throw new IllegalStateException(
                    "Requests on other streams failed: answered=" + answered + ", failed=" + failed);
        }
        return "answered " + answered + " failed " + failed;
    }

    @Override
    public void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
}
