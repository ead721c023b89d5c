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

/** An event loop of the plain proxy. */
final class BareProxyVerticle extends PeerVerticle {
    private static final int CONNECTIONS = 512;
    private static final int BAD_GATEWAY = 502;

    private final int upstreamPort;
    private @Nullable HttpClient client;

    BareProxyVerticle(int upstreamPort) {
        this.upstreamPort = upstreamPort;
    }

    @Override
    public Future<?> start() {
        client = vertx.createHttpClient(
                new HttpClientOptions()
                        .setDefaultHost("127.0.0.1")
                        .setDefaultPort(upstreamPort)
                        .setTcpNoDelay(true),
                new PoolOptions().setHttp1MaxSize(CONNECTIONS));
        return super.start();
    }

    @Override
    void handle(HttpServerRequest request) {
        HttpClient upstream = Objects.requireNonNull(client);
        request.bodyHandler(body -> forward(upstream, request, body));
    }

    private static void forward(HttpClient client, HttpServerRequest request, Buffer body) {
        HttpServerResponse downstream = request.response();
        client.request(request.method(), request.uri())
                .compose(forwarded -> {
                    forwarded.headers().addAll(request.headers()).remove(HttpHeaders.HOST);
                    return forwarded.send(body);
                })
                .compose(response -> response.body().map(bytes -> copyResponse(downstream, response, bytes)))
                .onFailure(problem -> downstream.setStatusCode(BAD_GATEWAY).end());
    }

    private static Future<Void> copyResponse(HttpServerResponse downstream, HttpClientResponse response, Buffer body) {
        downstream.setStatusCode(response.statusCode()).headers().addAll(response.headers());
        downstream.headers().remove(HttpHeaders.TRANSFER_ENCODING);
        return downstream.end(body);
    }
}
