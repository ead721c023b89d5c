package dev.tenon.cli.telemetry;

import dev.tenon.guard.config.TelemetryConfig;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether anything is to be reported: a class of its own, so that asking loads nothing. */
public final class TelemetryCondition {
    private TelemetryCondition() {}

    /** Whether the configuration or the environment wants that. */
    public static boolean isEnabled(Optional<TelemetryConfig> plan, Map<String, String> environment) {
        return plan.isPresent()
                || Stream.of(
                                "OTEL_EXPORTER_OTLP_ENDPOINT",
                                "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
                                "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT")
                        .anyMatch(name -> !environment.getOrDefault(name, "").isBlank());
    }
}
