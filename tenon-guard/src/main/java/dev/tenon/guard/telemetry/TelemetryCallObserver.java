package dev.tenon.guard.telemetry;

import dev.tenon.guard.content.SecretDetector;
import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallObserver;
import dev.tenon.guard.observer.ObservedCall;
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

/** One exchange: a span for the guard, that answers it, and one for the guard, that asks the other side. */
final class TelemetryCallObserver implements CallObserver {
    private static final int MAX_CHARS = 1024;

    private final GuardTelemetry telemetry;
    private final ObservedCall exchange;
    private final PolicyMessage request;
    private final Context context;
    private final Span server;
    private volatile @Nullable Span client;
    private volatile Instant sentAt = Instant.MIN;

    TelemetryCallObserver(GuardTelemetry telemetry, ObservedCall exchange) {
        this.telemetry = telemetry;
        this.exchange = exchange;
        this.request = exchange.request();
        Context parent = telemetry.meta.extract(request.body());
        SpanBuilder builder = createSpanBuilder(SpanKind.SERVER, parent, exchange.startedAt());
        Span around = Span.current();
        if (around.getSpanContext().isValid()) {
            builder.addLink(around.getSpanContext());
        }
        this.server = builder.startSpan();
        this.context = parent.with(server);
    }

    @Override
    public Json beforeSend(Json params) {
        sentAt = Instant.now();
        Span asking = createSpanBuilder(SpanKind.CLIENT, context, sentAt).startSpan();
        client = asking;
        return telemetry.meta.inject(context.with(asking), params);
    }

    private SpanBuilder createSpanBuilder(SpanKind kind, Context parent, Instant from) {
        return telemetry
                .tracer
                .spanBuilder(spanName())
                .setParent(parent)
                .setSpanKind(kind)
                .setStartTimestamp(from)
                .setAttribute(AttributeKeys.METHOD, request.method());
    }

    private String spanName() {
        return telemetry.labels.isKnown(request) ? request.method() + " " + request.targetName() : request.method();
    }

    @Override
    public void onEnd(CallEnd how) {
        Instruments to = telemetry.instruments;
        telemetry.labels.learnFrom(request, how);
        Span asking = client;
        if (asking != null) {
            client = null;
            CallError problem = CallError.ofUpstream(request.method(), how);
            setSpanAttributes(asking, telemetry.responderAttributes(request), true, how.revision(), problem);
            asking.end(sentAt.plus(how.upstreamTime()));
            recordDuration(
                    to.clientDuration(),
                    how.upstreamTime(),
                    metricAttributes(telemetry.responderAttributes(request), true, how.revision(), problem));
        }
        CallError problem = CallError.ofDownstream(request.method(), how);
        server.setAttribute(AttributeKeys.VERDICT, how.outcome().label());
        putAttribute(server, AttributeKeys.REQUEST, exchange.requestId());
        setSpanAttributes(server, telemetry.requesterAttributes(request), false, request.revision(), problem);
        how.reports().forEach(report -> server.addEvent("tenon.guard.finding", findingAttributes(request, report)));
        server.end(exchange.startedAt().plus(how.duration()));
        AttributesBuilder labels =
                metricAttributes(telemetry.requesterAttributes(request), false, request.revision(), problem);
        recordDuration(
                to.serverDuration(),
                how.duration(),
                labels.put(AttributeKeys.VERDICT, how.outcome().label()));
        how.reports().forEach(report -> to.findings().add(1, findingAttributes(request, report), context));
    }

    private void setSpanAttributes(
            Span span,
            TransportAttributes link,
            boolean asClient,
            @Nullable Revision revision,
            @Nullable CallError problem) {
        AttributesBuilder attributes = Attributes.builder().put(AttributeKeys.UPSTREAM, request.upstream());
        LabelRegistry.addAttributes(
                request, request.targetName() == null ? "" : redactAndTruncate(request.targetName()), attributes);
        link.addTo(attributes, asClient);
        span.updateName(spanName()).setAllAttributes(attributes.build());
        putAttribute(span, AttributeKeys.VERSION, revision == null ? null : revision.toString());
        putAttribute(span, AttributeKeys.SESSION, exchange.session());
        if (request.method().startsWith("resources/") && request.targetName() != null) {
            putAttribute(span, AttributeKeys.RESOURCE, redactAndTruncate(request.targetName()));
        }
        if (problem != null) {
            putAttribute(span, AttributeKeys.ERROR, problem.type());
            putAttribute(span, AttributeKeys.STATUS_CODE, problem.code());
            span.setStatus(StatusCode.ERROR, problem.message() == null ? "" : redactAndTruncate(problem.message()));
        }
    }

    private static void putAttribute(Span span, AttributeKey<String> key, @Nullable String value) {
        if (value != null) {
            span.setAttribute(key, value.length() > MAX_CHARS ? value.substring(0, MAX_CHARS) : value);
        }
    }

    /** What others say, without secrets that are known by their form, and not too long. */
    private static String redactAndTruncate(String text) {
        return SecretDetector.COMMON.redact(text.length() > MAX_CHARS ? text.substring(0, MAX_CHARS) : text);
    }

    private void recordDuration(DoubleHistogram to, Duration time, AttributesBuilder labels) {
        to.record(Instruments.seconds(time), labels.build(), context);
    }

    private AttributesBuilder metricAttributes(
            TransportAttributes link, boolean asClient, @Nullable Revision revision, @Nullable CallError problem) {
        AttributesBuilder attributes = Attributes.builder()
                .put(AttributeKeys.METHOD, request.method())
                .put(AttributeKeys.UPSTREAM, request.upstream());
        LabelRegistry.addAttributes(request, telemetry.labels.targetLabel(request), attributes);
        link.addTo(attributes, asClient);
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
