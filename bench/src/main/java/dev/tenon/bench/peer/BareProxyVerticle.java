package dev.tenon.bench.peer;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.PoolOptions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One event loop's share of the bare proxy. */
final class BareProxyVerticle extends PeerVerticle {
    private static final int CONNECTIONS = 512;
    private static final int BAD_GATEWAY = 502;

    private final int behind;
    private @Nullable HttpClient client;

    BareProxyVerticle(int behind) {
        this.behind = behind;
    }

    @Override
    public Future<?> start() {
        client = vertx.createHttpClient(
                new HttpClientOptions()
                        .setDefaultHost("127.0.0.1")
                        .setDefaultPort(behind)
                        .setTcpNoDelay(true),
                new PoolOptions().setHttp1MaxSize(CONNECTIONS));
        return super.start();
    }

    @Override
    void handle(HttpServerRequest request) {
        HttpClient onwards = Objects.requireNonNull(client);
        request.bodyHandler(body -> forward(onwards, request, body));
    }

    private static void forward(HttpClient client, HttpServerRequest request, Buffer body) {
        HttpServerResponse answer = request.response();
        client.request(request.method(), request.uri())
                .compose(onward -> {
                    onward.headers().addAll(request.headers()).remove(HttpHeaders.HOST);
                    return onward.send(body);
                })
                .compose(response -> response.body().map(bytes -> copyResponse(answer, response, bytes)))
                .onFailure(problem -> answer.setStatusCode(BAD_GATEWAY).end());
    }

    private static Future<Void> copyResponse(HttpServerResponse answer, HttpClientResponse response, Buffer body) {
        answer.setStatusCode(response.statusCode()).headers().addAll(response.headers());
        answer.headers().remove(HttpHeaders.TRANSFER_ENCODING);
        return answer.end(body);
    }
}
