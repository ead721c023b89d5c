/**
 * The Model Context Protocol itself: messages, revisions, schemas, transports. What a server and a client share.
 *
 * <p>A program in a module of its own opens the packages of its records to {@code tools.jackson.databind}, which reads and
 * writes them.
 */
module dev.tenon.core {
    requires static com.google.errorprone.annotations;
    requires com.fasterxml.jackson.annotation;
    requires com.networknt.schema;
    requires org.slf4j;
    requires tools.jackson.core;
    requires transitive tools.jackson.databind;
    requires static transitive org.jspecify;

    uses dev.tenon.http.AsyncHttpClient.Provider;

    exports dev.tenon.concurrent;
    exports dev.tenon.concurrent.handlers;
    exports dev.tenon.http;
    exports dev.tenon.json;
    exports dev.tenon.jsonrpc;
    exports dev.tenon.model;
    exports dev.tenon.schema;
    exports dev.tenon.transport;
    exports dev.tenon.uri;
    exports dev.tenon.wire;
}
