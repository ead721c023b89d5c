package dev.tenon.guard.telemetry;

import dev.tenon.guard.policy.Direction;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Report;
import dev.tenon.guard.watch.CallWatch;
import dev.tenon.guard.watch.Exchange;
import dev.tenon.guard.watch.GuardObserver;
import dev.tenon.guard.watch.SessionBegun;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.trace.Tracer;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Metrics and traces of every exchange, by the conventions of OpenTelemetry for MCP. The trace context of a request is taken
 * from its {@code _meta} ({@code traceparent}, {@code tracestate}, {@code baggage}) and goes on in the {@code _meta} of the
 * request that leaves the guard (2025-11-25 and later, SEP-414). Parameters, results, principals and real session ids are
 * never recorded.
 *
 * <pre>{@code
 * Guard.before(target).observers(Telemetry.with(openTelemetry)).build();
 * }</pre>
 */
public final class Telemetry implements GuardObserver {
    private static final String SCOPE = "dev.tenon.guard";

    final Tracer tracer;
    final Instruments instruments;
    final TraceMeta meta;
    final Catalogue catalogue = new Catalogue();
    private final Link front;
    private volatile Map<String, Link> upstreams;

    private Telemetry(OpenTelemetry openTelemetry, Link front, Map<String, Link> upstreams) {
        this.tracer = openTelemetry.getTracer(SCOPE);
        this.instruments = Instruments.of(openTelemetry.getMeter(SCOPE));
        this.meta = new TraceMeta(openTelemetry.getPropagators().getTextMapPropagator());
        this.front = front;
        this.upstreams = Map.copyOf(upstreams);
    }

    /** Reported there, without a word on how the two sides are connected. */
    public static Telemetry with(OpenTelemetry openTelemetry) {
        return with(openTelemetry, Link.UNKNOWN, Map.of());
    }

    /**
     * Reported there.
     *
     * @param front how clients are connected
     * @param upstreams how the servers behind are, by their names
     */
    public static Telemetry with(OpenTelemetry openTelemetry, Link front, Map<String, Link> upstreams) {
        return new Telemetry(openTelemetry, front, upstreams);
    }

    /** From now on the servers behind are connected like this. */
    public void upstreams(Map<String, Link> changed) {
        upstreams = Map.copyOf(changed);
    }

    /**
     * Reports how often bounds were met since the start.
     *
     * @param met asked with each collection; the names of bounds, each with its count
     */
    public void bounds(Supplier<Map<String, Long>> met) {
        instruments.bounds(met);
    }

    @Override
    public Runnable session(SessionBegun session) {
        long begun = System.nanoTime();
        AttributesBuilder attributes = Attributes.builder()
                .put(Keys.UPSTREAM, session.upstream())
                .put(Keys.VERSION, session.revision().toString());
        Link link = session.inFront() ? front : upstreams.getOrDefault(session.upstream(), Link.UNKNOWN);
        link.describe(attributes, !session.inFront());
        DoubleHistogram sessions = session.inFront() ? instruments.serverSessions() : instruments.clientSessions();
        return () ->
                sessions.record(Instruments.seconds(Duration.ofNanos(System.nanoTime() - begun)), attributes.build());
    }

    /** OpenTelemetry demands of its API that it does not wait. */
    @Override
    public boolean neverBlocks() {
        return true;
    }

    @Override
    public void found(Passage message, Report report) {
        instruments.findings().add(1, WatchedCall.attributes(message, report));
    }

    @Override
    public CallWatch begun(Exchange exchange) {
        return new WatchedCall(this, exchange);
    }

    /** How the side is connected that a request comes from. */
    Link asking(Passage request) {
        return request.direction() == Direction.TO_SERVER ? front : behind(request);
    }

    /** How the side is connected that it goes to. */
    Link asked(Passage request) {
        return request.direction() == Direction.TO_SERVER ? behind(request) : front;
    }

    private Link behind(Passage request) {
        return upstreams.getOrDefault(request.upstream(), Link.UNKNOWN);
    }
}
