package dev.tenon.guard.telemetry;

import dev.tenon.guard.content.SecretDetector;
import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.ObservedCall;
import dev.tenon.guard.observer.SingleCallObserver;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Records one call: a server span for the request to the guard, and a client span for the request of the guard. */
final class TelemetryCallObserver implements SingleCallObserver {
    private static final int MAX_CHARS = 1024;

    private final GuardTelemetry telemetry;
    private final ObservedCall call;
    private final PolicyMessage request;
    private final Context context;
    private final Span serverSpan;
    private volatile @Nullable Span client;
    private volatile Instant sentAt = Instant.MIN;

    TelemetryCallObserver(GuardTelemetry telemetry, ObservedCall call) {
        this.telemetry = telemetry;
        this.call = call;
        this.request = call.request();
        Context parent = telemetry.propagator.extract(request.body());
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
        Span clientSpan = createSpanBuilder(SpanKind.CLIENT, context, sentAt).startSpan();
        client = clientSpan;
        return telemetry.propagator.inject(context.with(clientSpan), params);
    }

    private SpanBuilder createSpanBuilder(SpanKind kind, Context parent, Instant startTime) {
        SpanBuilder builder =
                telemetry.tracer.spanBuilder(spanName()).setParent(parent).setSpanKind(kind);
        return builder.setStartTimestamp(startTime).setAttribute(AttributeKeys.METHOD, request.method());
    }

    private String spanName() {
        return telemetry.labels.isTargetKnown(request)
                ? request.method() + " " + request.targetName()
                : request.method();
    }

    @Override
    public void onEnd(CallEnd end) {
        Instruments instruments = telemetry.instruments;
        telemetry.labels.learnFrom(request, end);
        Span clientSpan = client;
        if (clientSpan != null) {
            client = null;
            CallError problem = CallError.ofUpstream(request.method(), end);
            TransportAttributes responder = telemetry.receiverTransportAttributes(request);
            setSpanAttributes(clientSpan, responder, true, end.revision(), problem);
            clientSpan.end(sentAt.plus(end.upstreamTime()));
            AttributesBuilder attributes = metricAttributes(responder, true, end.revision(), problem);
            recordDuration(instruments.clientDuration(), end.upstreamTime(), attributes);
        }
        CallError problem = CallError.ofDownstream(request.method(), end);
        serverSpan.setAttribute(AttributeKeys.VERDICT, end.outcome().label());
        putTruncatedAttribute(serverSpan, AttributeKeys.REQUEST, call.requestId());
        TransportAttributes requester = telemetry.senderTransportAttributes(request);
        setSpanAttributes(serverSpan, requester, false, request.revision(), problem);
        end.reports().forEach(report -> serverSpan.addEvent("tenon.guard.finding", findingAttributes(request, report)));
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
            TransportAttributes transport, boolean asClient, @Nullable Revision revision, @Nullable CallError problem) {
        AttributesBuilder attributes = Attributes.builder()
                .put(AttributeKeys.METHOD, request.method())
                .put(AttributeKeys.UPSTREAM, request.upstream());
        LabelRegistry.addAttributes(request, telemetry.labels.targetLabel(request), attributes);
        transport.addTo(attributes, asClient);
        if (revision != null) {
            attributes.put(AttributeKeys.VERSION, revision.toString());
        }
        if (problem != null) {
            telemetry.labels.addAttributes(problem, attributes);
        }
        return attributes;
    }

    static Attributes findingAttributes(PolicyMessage request, FindingReport report) {
        return Attributes.builder()
                .put(AttributeKeys.UPSTREAM, request.upstream())
                .put(AttributeKeys.POLICY, report.policy())
                .put(AttributeKeys.RULE, report.finding().rule())
                .put(AttributeKeys.OUTCOME, report.action().name().toLowerCase(Locale.ROOT))
                .build();
    }
}
