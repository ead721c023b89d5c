package dev.tenon.guard.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The OpenTelemetry instruments of a guard. */
record Instruments(
        DoubleHistogram serverDuration,
        DoubleHistogram clientDuration,
        DoubleHistogram serverSessions,
        DoubleHistogram clientSessions,
        LongCounter findings,
        Meter meter) {
    /** The bucket boundaries that the conventions recommend, in seconds. */
    static final List<Double> BUCKETS =
            List.of(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0);

    private static final double NANOS = 1e9;

    static Instruments of(Meter meter) {
        return new Instruments(
                createHistogram(
                        meter, "mcp.server.operation.duration", "Time from the arrival of a request to its response."),
                createHistogram(
                        meter, "mcp.client.operation.duration", "Time from the sending of a request to its response."),
                createHistogram(meter, "mcp.server.session.duration", "Duration of downstream sessions."),
                createHistogram(meter, "mcp.client.session.duration", "Duration of upstream sessions."),
                meter.counterBuilder("tenon.guard.findings")
                        .setUnit("{finding}")
                        .setDescription("Findings of policies.")
                        .build(),
                meter);
    }

    /** Registers a counter of how often each limit was reached. */
    void registerLimitCounter(Supplier<Map<String, Long>> counts) {
        var unused = meter.counterBuilder("tenon.guard.bounds")
                .setUnit("{time}")
                .setDescription("How often limits were reached.")
                .buildWithCallback(measurement -> counts.get()
                        .forEach((limit, count) ->
                                measurement.record(count, Attributes.of(AttributeKeys.LIMIT, limit))));
    }

    private static DoubleHistogram createHistogram(Meter meter, String name, String description) {
        return meter.histogramBuilder(name)
                .setUnit("s")
                .setDescription(description)
                .setExplicitBucketBoundariesAdvice(BUCKETS)
                .build();
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / NANOS;
    }
}
