import org.jspecify.annotations.NullMarked;

/** A policy-enforcing proxy for MCP servers: policies, pinned definitions, audit and telemetry. */
@SuppressWarnings("module") // It exports packages to modules that are compiled later.
@NullMarked
module dev.tenon.guard {
    requires static com.google.errorprone.annotations;
    requires io.opentelemetry.context;
    requires org.slf4j;
    requires org.snakeyaml.engine;
    requires transitive dev.tenon.client;
    requires transitive dev.tenon.core;
    requires dev.tenon.oauth;
    requires transitive dev.tenon.server;
    requires transitive io.opentelemetry.api;

    exports dev.tenon.guard;
    exports dev.tenon.guard.aggregate;
    exports dev.tenon.guard.audit;
    exports dev.tenon.guard.command;
    exports dev.tenon.guard.config;
    exports dev.tenon.guard.content;
    exports dev.tenon.guard.credential;
    exports dev.tenon.guard.internal.file to
            dev.tenon.cli;
    exports dev.tenon.guard.observer;
    exports dev.tenon.guard.pin;
    exports dev.tenon.guard.policy;
    exports dev.tenon.guard.policy.access;
    exports dev.tenon.guard.policy.argument;
    exports dev.tenon.guard.policy.limit;
    exports dev.tenon.guard.policy.schema;
    exports dev.tenon.guard.runtime;
    exports dev.tenon.guard.telemetry;
}
