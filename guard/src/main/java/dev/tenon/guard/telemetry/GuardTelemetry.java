package dev.tenon.guard.telemetry;

import dev.tenon.guard.content.SecretDetector;
import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallStart;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.ObservedSession;
import dev.tenon.guard.observer.SingleCallObserver;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.MessageDirection;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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

    private static final int MAX_CHARS = 1024;

    private final Tracer tracer;
    private final Instruments instruments;
    private final TraceContextPropagator propagator;
    private final LabelRegistry labels = new LabelRegistry();
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
        instruments.findings().add(1, findingAttributes(message, report));
    }

    @Override
    public SingleCallObserver onCallStart(CallStart call) {
        return new TelemetryCallObserver(call);
    }

    /** Returns the transport of the side that sends a request. */
    private TransportAttributes senderTransportAttributes(PolicyMessage request) {
        return request.direction() == MessageDirection.TO_SERVER ? downstream : upstreamAttributes(request.upstream());
    }

    /** Returns the transport of the side that receives it. */
    private TransportAttributes receiverTransportAttributes(PolicyMessage request) {
        return request.direction() == MessageDirection.TO_SERVER ? upstreamAttributes(request.upstream()) : downstream;
    }

    private TransportAttributes upstreamAttributes(String upstream) {
        return upstreams.getOrDefault(upstream, TransportAttributes.UNKNOWN);
    }

    private static Attributes findingAttributes(PolicyMessage request, FindingReport report) {
        return Attributes.builder()
                .put(AttributeKeys.UPSTREAM, request.upstream())
                .put(AttributeKeys.POLICY, report.policy())
                .put(AttributeKeys.RULE, report.finding().rule())
                .put(AttributeKeys.OUTCOME, report.action().name().toLowerCase(Locale.ROOT))
                .build();
    }

    /** Records one call: a server span for the request to the guard, and a client span for the request of the guard. */
    private final class TelemetryCallObserver implements SingleCallObserver {
        private final CallStart call;
        private final PolicyMessage request;
        private final Context context;
        private final Span serverSpan;
        private volatile @Nullable Span client;
        private volatile Instant sentAt = Instant.MIN;

        TelemetryCallObserver(CallStart call) {
            this.call = call;
            this.request = call.request();
            Context parent = propagator.extract(request.body());
            SpanBuilder builder = createSpanBuilder(SpanKind.SERVER, parent, call.startedAt());
            Span enclosing = Span.current();
            if (enclosing.getSpanContext().isValid()) {
                builder.addLink(enclosing.getSpanContext());
            }
            this.serverSpan = builder.startSpan();
            this.context = parent.with(serverSpan);
        }

        @Override
        public Json beforeSend(Json params) {
            sentAt = Instant.now();
            Span clientSpan =
                    createSpanBuilder(SpanKind.CLIENT, context, sentAt).startSpan();
            client = clientSpan;
            return propagator.inject(context.with(clientSpan), params);
        }

        private SpanBuilder createSpanBuilder(SpanKind kind, Context parent, Instant startTime) {
            SpanBuilder builder =
                    tracer.spanBuilder(spanName()).setParent(parent).setSpanKind(kind);
            return builder.setStartTimestamp(startTime).setAttribute(AttributeKeys.METHOD, request.method());
        }

        private String spanName() {
            return labels.isTargetKnown(request) ? request.method() + " " + request.targetName() : request.method();
        }

        @Override
        public void onEnd(CallEnd end) {
            labels.learnFrom(request, end);
            Span clientSpan = client;
            if (clientSpan != null) {
                client = null;
                CallError problem = CallError.ofUpstream(request.method(), end);
                TransportAttributes responder = receiverTransportAttributes(request);
                setSpanAttributes(clientSpan, responder, true, end.revision(), problem);
                clientSpan.end(sentAt.plus(end.upstreamTime()));
                AttributesBuilder attributes = metricAttributes(responder, true, end.revision(), problem);
                recordDuration(instruments.clientDuration(), end.upstreamTime(), attributes);
            }
            CallError problem = CallError.ofDownstream(request.method(), end);
            serverSpan.setAttribute(AttributeKeys.VERDICT, end.outcome().label());
            putTruncatedAttribute(serverSpan, AttributeKeys.REQUEST, call.requestId());
            TransportAttributes requester = senderTransportAttributes(request);
            setSpanAttributes(serverSpan, requester, false, request.revision(), problem);
            end.reports()
                    .forEach(report -> serverSpan.addEvent("tenon.guard.finding", findingAttributes(request, report)));
            serverSpan.end(call.startedAt().plus(end.duration()));
            AttributesBuilder attributes = metricAttributes(requester, false, request.revision(), problem)
                    .put(AttributeKeys.VERDICT, end.outcome().label());
            recordDuration(instruments.serverDuration(), end.duration(), attributes);
            end.reports().forEach(report -> instruments.findings().add(1, findingAttributes(request, report), context));
        }

        private void setSpanAttributes(
                Span span,
                TransportAttributes transport,
                boolean asClient,
                @Nullable Revision revision,
                @Nullable CallError problem) {
            AttributesBuilder attributes = Attributes.builder().put(AttributeKeys.UPSTREAM, request.upstream());
            String target = request.targetName() == null ? "" : redactAndTruncate(request.targetName());
            LabelRegistry.addAttributes(request, target, attributes);
            transport.addTo(attributes, asClient);
            span.updateName(spanName()).setAllAttributes(attributes.build());
            putTruncatedAttribute(span, AttributeKeys.VERSION, revision == null ? null : revision.toString());
            putTruncatedAttribute(span, AttributeKeys.SESSION, call.session());
            if (request.method().startsWith("resources/") && request.targetName() != null) {
                putTruncatedAttribute(span, AttributeKeys.RESOURCE, target);
            }
            if (problem != null) {
                putTruncatedAttribute(span, AttributeKeys.ERROR, problem.type());
                putTruncatedAttribute(span, AttributeKeys.STATUS_CODE, problem.code());
                span.setStatus(StatusCode.ERROR, problem.message() == null ? "" : redactAndTruncate(problem.message()));
            }
        }

        private static void putTruncatedAttribute(Span span, AttributeKey<String> key, @Nullable String value) {
            if (value != null) {
                span.setAttribute(key, value.length() > MAX_CHARS ? value.substring(0, MAX_CHARS) : value);
            }
        }

        /** Redacts known secret formats and truncates a text of a peer. */
        private static String redactAndTruncate(String text) {
            return SecretDetector.COMMON.redact(text.length() > MAX_CHARS ? text.substring(0, MAX_CHARS) : text);
        }

        private void recordDuration(DoubleHistogram histogram, Duration duration, AttributesBuilder attributes) {
            histogram.record(Instruments.seconds(duration), attributes.build(), context);
        }

        private AttributesBuilder metricAttributes(
                TransportAttributes transport,
                boolean asClient,
                @Nullable Revision revision,
                @Nullable CallError problem) {
            AttributesBuilder attributes = Attributes.builder()
                    .put(AttributeKeys.METHOD, request.method())
                    .put(AttributeKeys.UPSTREAM, request.upstream());
            LabelRegistry.addAttributes(request, labels.targetLabel(request), attributes);
            transport.addTo(attributes, asClient);
            if (revision != null) {
                attributes.put(AttributeKeys.VERSION, revision.toString());
            }
            if (problem != null) {
                labels.addAttributes(problem, attributes);
            }
            return attributes;
        }
    }
}
