package dev.tenon.cli.telemetry;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.guard.config.TelemetryConfig;
import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The OpenTelemetry SDK, set up from its environment variables. The configuration of the guard takes precedence. */
record OpenTelemetryRuntime(OpenTelemetrySdk sdk, @Nullable PrometheusMetricReader reader, ExpositionFormats formats)
        implements AutoCloseable {
    private static final long CLOSE_TIMEOUT_S = 5;
    private static final String ENDPOINT = "otel.exporter.otlp.endpoint";

    /** Metrics in one of the formats that the scraper accepts. */
    record ScrapedMetrics(String type, byte[] body) {}

    static OpenTelemetryRuntime start(TelemetryConfig plan, String version) {
        PrometheusMetricReader reader = plan.operations().isEmpty()
                ? null
                : PrometheusMetricReader.builder()
                        .setOtelScopeLabelsEnabled(false)
                        .build();
        try {
            OpenTelemetrySdk sdk = AutoConfiguredOpenTelemetrySdk.builder()
                    .disableShutdownHook()
                    .addPropertiesSupplier(() -> defaultProperties(version))
                    .addPropertiesCustomizer(known -> overrideProperties(plan, known))
                    .addMeterProviderCustomizer(
                            (meters, known) -> reader == null ? meters : meters.registerMetricReader(reader))
                    .build()
                    .getOpenTelemetrySdk();
            return new OpenTelemetryRuntime(sdk, reader, ExpositionFormats.init());
        } catch (ConfigurationException e) {
            throw CommandFailedException.failure("The settings of OpenTelemetry cannot be used: " + e.getMessage());
        }
    }

    /** Returns the defaults, which environment variables override. */
    private static Map<String, String> defaultProperties(String version) {
        return Map.of(
                "otel.service.name", "tenon-guard",
                "otel.resource.attributes", "service.version=" + version,
                "otel.exporter.otlp.protocol", "http/protobuf",
                "otel.logs.exporter", "none");
    }

    /** Returns the settings that override the environment. Without a configured endpoint nothing is exported. */
    private static Map<String, String> overrideProperties(TelemetryConfig plan, ConfigProperties known) {
        Map<String, String> changed = new HashMap<>();
        plan.service().ifPresent(service -> changed.put("otel.service.name", service));
        plan.otlp().ifPresent(endpoint -> changed.put(ENDPOINT, endpoint));
        for (String signal : List.of("traces", "metrics")) {
            boolean hasEndpoint = plan.otlp().isPresent()
                    || known.getString(ENDPOINT) != null
                    || known.getString("otel.exporter.otlp." + signal + ".endpoint") != null;
            String exporter = "otel." + signal + ".exporter";
            String wanted = Optional.ofNullable(known.getString(exporter)).orElse(hasEndpoint ? "otlp" : "none");
            // The operations server serves the metrics.
            changed.put(exporter, wanted.equals("prometheus") ? "none" : wanted);
        }
        return changed;
    }

    /** Returns the current metrics in a format that the {@code Accept} header allows. */
    ScrapedMetrics scrape(@Nullable String accept) throws IOException {
        ExpositionFormatWriter writer = formats.findWriter(accept);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (reader != null) {
            writer.write(out, reader.collect(), EscapingScheme.UNDERSCORE_ESCAPING);
        }
        return new ScrapedMetrics(writer.getContentType(), out.toByteArray());
    }

    @Override
    public void close() {
        sdk.shutdown().join(CLOSE_TIMEOUT_S, TimeUnit.SECONDS);
    }
}
