import org.jspecify.annotations.NullMarked;

/** The MCP client, for all transports and protocol revisions. */
@NullMarked
module dev.tenon.client {
    requires static com.google.errorprone.annotations;
    requires java.net.http;
    requires org.slf4j;
    requires transitive dev.tenon.core;

    exports dev.tenon.client;
    exports dev.tenon.client.error;
    exports dev.tenon.client.handler;
    exports dev.tenon.client.endpoint;
}
