package dev.tenon.guard.telemetry;

import dev.tenon.guard.observer.CallObserver;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.ObservedCall;
import dev.tenon.guard.observer.ObservedSession;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.MessageDirection;
import dev.tenon.guard.policy.PolicyMessage;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.trace.Tracer;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Metrics and traces of every exchange, by the conventions of OpenTelemetry for MCP. The trace context of a request is
 * taken from its {@code _meta} ({@code traceparent}, {@code tracestate}, {@code baggage}) and goes on in the {@code
 * _meta} of the request that leaves the guard (2025-11-25 and later, SEP-414). Parameters, results, principals and real
 * session ids are never recorded.
 *
 * <pre>{@code
 * Guard.before(target).observers(Telemetry.with(openTelemetry)).build();
 * }</pre>
 */
public final class GuardTelemetry implements GuardObserver {
    private static final String SCOPE = "dev.tenon.guard";

    final Tracer tracer;
    final Instruments instruments;
    final TraceContextPropagator meta;
    final LabelRegistry labels = new LabelRegistry();
    private final TransportAttributes downstream;
    private volatile Map<String, TransportAttributes> upstreams;

    private GuardTelemetry(
            OpenTelemetry openTelemetry, TransportAttributes front, Map<String, TransportAttributes> upstreams) {
        this.tracer = openTelemetry.getTracer(SCOPE);
        this.instruments = Instruments.of(openTelemetry.getMeter(SCOPE));
        this.meta = new TraceContextPropagator(openTelemetry.getPropagators().getTextMapPropagator());
        this.downstream = front;
        this.upstreams = Map.copyOf(upstreams);
    }

    /** Reported there, without a word on how the two sides are connected. */
    public static GuardTelemetry create(OpenTelemetry openTelemetry) {
        return create(openTelemetry, TransportAttributes.UNKNOWN, Map.of());
    }

    /**
     * Reported there.
     *
     * @param front how clients are connected
     * @param upstreams how the servers behind are, by their names
     */
    public static GuardTelemetry create(
            OpenTelemetry openTelemetry, TransportAttributes front, Map<String, TransportAttributes> upstreams) {
        return new GuardTelemetry(openTelemetry, front, upstreams);
    }

    /** From now on the servers behind are connected like this. */
    public void updateUpstreams(Map<String, TransportAttributes> changed) {
        upstreams = Map.copyOf(changed);
    }

    /**
     * Reports how often bounds were met since the start.
     *
     * @param met asked with each collection; the names of bounds, each with its count
     */
    public void reportBounds(Supplier<Map<String, Long>> met) {
        instruments.registerBoundCounter(met);
    }

    @Override
    public Runnable onSessionStart(ObservedSession session) {
        long begun = System.nanoTime();
        AttributesBuilder attributes = Attributes.builder()
                .put(AttributeKeys.UPSTREAM, session.upstream())
                .put(AttributeKeys.VERSION, session.revision().toString());
        TransportAttributes link = session.isDownstream()
                ? downstream
                : upstreams.getOrDefault(session.upstream(), TransportAttributes.UNKNOWN);
        link.addTo(attributes, !session.isDownstream());
        DoubleHistogram sessions = session.isDownstream() ? instruments.serverSessions() : instruments.clientSessions();
        return () ->
                sessions.record(Instruments.seconds(Duration.ofNanos(System.nanoTime() - begun)), attributes.build());
    }

    /** OpenTelemetry demands of its API that it does not wait. */
    @Override
    public boolean isNonBlocking() {
        return true;
    }

    @Override
    public void onFinding(PolicyMessage message, FindingReport report) {
        instruments.findings().add(1, TelemetryCallObserver.findingAttributes(message, report));
    }

    @Override
    public CallObserver onCallStart(ObservedCall exchange) {
        return new TelemetryCallObserver(this, exchange);
    }

    /** How the side is connected that a request comes from. */
    TransportAttributes requesterAttributes(PolicyMessage request) {
        return request.direction() == MessageDirection.TO_SERVER ? downstream : upstreamAttributes(request);
    }

    /** How the side is connected that it goes to. */
    TransportAttributes responderAttributes(PolicyMessage request) {
        return request.direction() == MessageDirection.TO_SERVER ? upstreamAttributes(request) : downstream;
    }

    private TransportAttributes upstreamAttributes(PolicyMessage request) {
        return upstreams.getOrDefault(request.upstream(), TransportAttributes.UNKNOWN);
    }
}
