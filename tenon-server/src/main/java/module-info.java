/** To write servers: tools, resources, prompts, and how they are served. */
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
