import org.jspecify.annotations.NullMarked;

/** The command {@code tenon}. */
@NullMarked
module dev.tenon.cli {
    requires static com.google.errorprone.annotations;
    requires dev.tenon.client;
    requires dev.tenon.guard;
    requires dev.tenon.http.embedded;
    requires dev.tenon.oauth;
    requires info.picocli;
    requires io.opentelemetry.exporter.prometheus;
    requires io.opentelemetry.sdk;
    requires io.opentelemetry.sdk.autoconfigure;
    requires io.opentelemetry.sdk.autoconfigure.spi;
    requires io.opentelemetry.sdk.common;
    requires io.opentelemetry.sdk.metrics;
    requires io.prometheus.metrics.config;
    requires io.prometheus.metrics.model;
    requires io.prometheus.writer.text;
    requires jdk.httpserver;
    requires org.slf4j;

    opens dev.tenon.cli to
            info.picocli;
    opens dev.tenon.cli.client to
            info.picocli;
    opens dev.tenon.cli.login to
            info.picocli;
    opens dev.tenon.cli.terminal to
            info.picocli;
    opens dev.tenon.cli.demo to
            tools.jackson.databind;
}
