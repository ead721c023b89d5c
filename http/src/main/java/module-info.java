import org.jspecify.annotations.NullMarked;

/** The embedded HTTP server. */
@NullMarked
module dev.tenon.http.embedded {
    requires static com.google.errorprone.annotations;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.http;
    requires io.netty.codec.http2;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires io.vertx.core;
    requires org.slf4j;
    requires transitive dev.tenon.server;

    exports dev.tenon.http.embedded;

    provides dev.tenon.http.AsyncHttpClient.ClientProvider with
            dev.tenon.http.embedded.internal.client.EventLoopHttpClients;
}
