package dev.tenon.guard.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What is measured. */
record Instruments(
        DoubleHistogram serverDuration,
        DoubleHistogram clientDuration,
        DoubleHistogram serverSessions,
        DoubleHistogram clientSessions,
        LongCounter findings,
        Meter meter) {
    /** The bounds of the buckets that the conventions recommend, in seconds. */
    static final List<Double> BUCKETS =
            List.of(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0);

    private static final double NANOS = 1e9;

    static Instruments of(Meter meter) {
        return new Instruments(
                seconds(meter, "mcp.server.operation.duration", "From the arrival of a request to its answer."),
                seconds(meter, "mcp.client.operation.duration", "From the sending of a request to its answer."),
                seconds(meter, "mcp.server.session.duration", "How long sessions of clients last."),
                seconds(meter, "mcp.client.session.duration", "How long sessions with servers behind last."),
                meter.counterBuilder("tenon.guard.findings")
                        .setUnit("{finding}")
                        .setDescription("What policies found.")
                        .build(),
                meter);
    }

    /** Reports from now on how often each bound was met. */
    void registerBoundCounter(Supplier<Map<String, Long>> met) {
        var unused = meter.counterBuilder("tenon.guard.bounds")
                .setUnit("{time}")
                .setDescription("How often bounds were met.")
                .buildWithCallback(measurement -> met.get()
                        .forEach((bound, times) ->
                                measurement.record(times, Attributes.of(AttributeKeys.BOUND, bound))));
    }

    private static DoubleHistogram seconds(Meter meter, String name, String description) {
        return meter.histogramBuilder(name)
                .setUnit("s")
                .setDescription(description)
                .setExplicitBucketBoundariesAdvice(BUCKETS)
                .build();
    }

    static double seconds(Duration time) {
        return time.toNanos() / NANOS;
    }
}
