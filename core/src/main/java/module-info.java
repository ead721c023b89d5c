import org.jspecify.annotations.NullMarked;

/**
 * The Model Context Protocol itself: messages, revisions, schemas, transports. What a server and a client share.
 *
 * <p>A program in a module of its own opens the packages of its records to {@code tools.jackson.databind}, which reads
 * and writes them.
 */
@SuppressWarnings("module") // It exports packages to modules that are compiled later.
@NullMarked
module dev.tenon.core {
    requires static com.google.errorprone.annotations;
    requires com.fasterxml.jackson.annotation;
    requires com.networknt.schema;
    requires org.slf4j;
    requires tools.jackson.core;
    requires transitive tools.jackson.databind;
    requires static transitive org.jspecify;

    uses dev.tenon.http.AsyncHttpClient.ClientProvider;

    exports dev.tenon.codec;
    exports dev.tenon.http;
    exports dev.tenon.internal.buffer to
            dev.tenon.client,
            dev.tenon.http.embedded,
            dev.tenon.server,
            dev.tenon.servlet;
    exports dev.tenon.internal.concurrent to
            dev.tenon.cli,
            dev.tenon.client,
            dev.tenon.guard,
            dev.tenon.http.embedded,
            dev.tenon.oauth,
            dev.tenon.server,
            dev.tenon.servlet;
    exports dev.tenon.internal.reflect to
            dev.tenon.client,
            dev.tenon.http.embedded,
            dev.tenon.oauth,
            dev.tenon.server;
    exports dev.tenon.internal.text to
            dev.tenon.cli,
            dev.tenon.client,
            dev.tenon.guard,
            dev.tenon.oauth,
            dev.tenon.server;
    exports dev.tenon.json;
    exports dev.tenon.jsonrpc;
    exports dev.tenon.jsonrpc.internal to
            dev.tenon.client,
            dev.tenon.server;
    exports dev.tenon.model;
    exports dev.tenon.model.internal to
            dev.tenon.cli,
            dev.tenon.client,
            dev.tenon.server;
    exports dev.tenon.schema;
    exports dev.tenon.schema.annotation;
    exports dev.tenon.transport;
    exports dev.tenon.uri;
}
