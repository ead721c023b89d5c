import org.jspecify.annotations.NullMarked;

/** MCP servers: tools, resources and prompts, and the transports that serve them. */
@NullMarked
module dev.tenon.server {
    requires static com.google.errorprone.annotations;
    requires org.slf4j;
    requires transitive dev.tenon.core;

    exports dev.tenon.server;
    exports dev.tenon.server.call;
    exports dev.tenon.server.feature;
    exports dev.tenon.server.forwarder;
    exports dev.tenon.server.http;
    exports dev.tenon.server.observer;
}
