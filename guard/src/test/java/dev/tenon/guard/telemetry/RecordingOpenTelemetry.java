package dev.tenon.guard.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** An OpenTelemetry SDK that keeps its data in memory. */
public final class RecordingOpenTelemetry implements AutoCloseable {
    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final InMemoryMetricReader metrics = InMemoryMetricReader.create();
    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .setMeterProvider(
                    SdkMeterProvider.builder().registerMetricReader(metrics).build())
            .setPropagators(ContextPropagators.create(TextMapPropagator.composite(
                    W3CTraceContextPropagator.getInstance(), W3CBaggagePropagator.getInstance())))
            .build();

    public OpenTelemetry openTelemetry() {
        return sdk;
    }

    /** Returns the only span of a kind. */
    public SpanData span(SpanKind kind) {
        List<SpanData> matches = spans(kind);
        assertThat(matches).as(kind.toString()).hasSize(1);
        return matches.get(0);
    }

    public List<SpanData> spans(SpanKind kind) {
        return spans.getFinishedSpanItems().stream()
                .filter(span -> span.getKind() == kind)
                .toList();
    }

    public void resetSpans() {
        spans.reset();
    }

    /** Returns the data of a histogram for a method since the start. */
    public List<HistogramPointData> durations(String metric, String method) {
        return metric(metric).stream()
                .flatMap(data -> data.getHistogramData().getPoints().stream())
                .filter(point -> method.equals(point.getAttributes().get(AttributeKey.stringKey("mcp.method.name"))))
                .toList();
    }

    public Collection<LongPointData> counts(String metric) {
        return metric(metric)
                .<Collection<LongPointData>>map(data -> data.getLongSumData().getPoints())
                .orElse(List.of());
    }

    public Optional<MetricData> metric(String name) {
        return metrics.collectAllMetrics().stream()
                .filter(data -> data.getName().equals(name))
                .findFirst();
    }

    @Override
    public void close() {
        sdk.close();
    }
}
