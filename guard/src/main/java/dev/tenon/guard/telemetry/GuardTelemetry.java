package dev.tenon.guard.telemetry;

import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.ObservedCall;
import dev.tenon.guard.observer.ObservedSession;
import dev.tenon.guard.observer.SingleCallObserver;
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
 * Records metrics and traces of all calls, following the OpenTelemetry semantic conventions for MCP. The trace context
 * of a request is extracted from its {@code _meta} ({@code traceparent}, {@code tracestate}, {@code baggage}) and
 * injected into the {@code _meta} of the forwarded request (2025-11-25 and later, SEP-414). Parameters, results,
 * principals and real session ids are never recorded.
 *
 * <pre>{@code
 * Guard.builder(target).observers(GuardTelemetry.create(openTelemetry)).build();
 * }</pre>
 */
public final class GuardTelemetry implements GuardObserver {
    private static final String SCOPE = "dev.tenon.guard";

    final Tracer tracer;
    final Instruments instruments;
    final TraceContextPropagator propagator;
    final LabelRegistry labels = new LabelRegistry();
    private final TransportAttributes downstream;
    private volatile Map<String, TransportAttributes> upstreams;

    private GuardTelemetry(
            OpenTelemetry openTelemetry, TransportAttributes downstream, Map<String, TransportAttributes> upstreams) {
        this.tracer = openTelemetry.getTracer(SCOPE);
        this.instruments = Instruments.of(openTelemetry.getMeter(SCOPE));
        this.propagator =
                new TraceContextPropagator(openTelemetry.getPropagators().getTextMapPropagator());
        this.downstream = downstream;
        this.upstreams = Map.copyOf(upstreams);
    }

    /** Creates an observer that does not record how the two sides are connected. */
    public static GuardTelemetry create(OpenTelemetry openTelemetry) {
        return create(openTelemetry, TransportAttributes.UNKNOWN, Map.of());
    }

    /**
     * Creates an observer.
     *
     * @param downstream the transport of clients
     * @param upstreams the transports of upstream servers, by their names
     */
    public static GuardTelemetry create(
            OpenTelemetry openTelemetry, TransportAttributes downstream, Map<String, TransportAttributes> upstreams) {
        return new GuardTelemetry(openTelemetry, downstream, upstreams);
    }

    /** Replaces the transports of upstream servers. */
    public void updateUpstreams(Map<String, TransportAttributes> value) {
        upstreams = Map.copyOf(value);
    }

    /**
     * Reports how often limits were reached since the start.
     *
     * @param counts called with each collection; returns the counts by the name of the limit
     */
    public void reportLimits(Supplier<Map<String, Long>> counts) {
        instruments.registerLimitCounter(counts);
    }

    @Override
    public Runnable onSessionStart(ObservedSession session) {
        long startedAt = System.nanoTime();
        AttributesBuilder attributes = Attributes.builder()
                .put(AttributeKeys.UPSTREAM, session.upstream())
                .put(AttributeKeys.VERSION, session.revision().toString());
        TransportAttributes transport = session.isDownstream() ? downstream : upstreamAttributes(session.upstream());
        transport.addTo(attributes, !session.isDownstream());
        DoubleHistogram sessions = session.isDownstream() ? instruments.serverSessions() : instruments.clientSessions();
        return () -> sessions.record(
                Instruments.seconds(Duration.ofNanos(System.nanoTime() - startedAt)), attributes.build());
    }

    /** Returns true, as the OpenTelemetry API must not block. */
    @Override
    public boolean isNonBlocking() {
        return true;
    }

    @Override
    public void onFinding(PolicyMessage message, FindingReport report) {
        instruments.findings().add(1, TelemetryCallObserver.findingAttributes(message, report));
    }

    @Override
    public SingleCallObserver onCallStart(ObservedCall call) {
        return new TelemetryCallObserver(this, call);
    }

    /** Returns the transport of the side that sends a request. */
    TransportAttributes senderTransportAttributes(PolicyMessage request) {
        return request.direction() == MessageDirection.TO_SERVER ? downstream : upstreamAttributes(request.upstream());
    }

    /** Returns the transport of the side that receives it. */
    TransportAttributes receiverTransportAttributes(PolicyMessage request) {
        return request.direction() == MessageDirection.TO_SERVER ? upstreamAttributes(request.upstream()) : downstream;
    }

    private TransportAttributes upstreamAttributes(String upstream) {
        return upstreams.getOrDefault(upstream, TransportAttributes.UNKNOWN);
    }
}
