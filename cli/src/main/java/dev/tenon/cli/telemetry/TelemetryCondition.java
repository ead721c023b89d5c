package dev.tenon.cli.telemetry;

import dev.tenon.guard.config.TelemetryConfig;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Decides whether telemetry is enabled. A separate class, so that the check does not load the OpenTelemetry SDK. */
public final class TelemetryCondition {
    private TelemetryCondition() {}

    /** Returns whether the configuration or the environment enables telemetry. */
    public static boolean isEnabled(Optional<TelemetryConfig> telemetry, Map<String, String> environment) {
        return telemetry.isPresent()
                || Stream.of(
                                "OTEL_EXPORTER_OTLP_ENDPOINT",
                                "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
                                "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT")
                        .anyMatch(name -> !environment.getOrDefault(name, "").isBlank());
    }
}
