package dev.tenon.guard.telemetry;

import dev.tenon.guard.content.Secrets;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Report;
import dev.tenon.guard.watch.CallWatch;
import dev.tenon.guard.watch.Ended;
import dev.tenon.guard.watch.Exchange;
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
final class WatchedCall implements CallWatch {
    private static final int LONGEST = 1024;

    private final Telemetry telemetry;
    private final Exchange exchange;
    private final Passage request;
    private final Context context;
    private final Span server;
    private volatile @Nullable Span client;
    private volatile Instant left = Instant.MIN;

    WatchedCall(Telemetry telemetry, Exchange exchange) {
        this.telemetry = telemetry;
        this.exchange = exchange;
        this.request = exchange.request();
        Context parent = telemetry.meta.from(request.body());
        SpanBuilder builder = span(SpanKind.SERVER, parent, exchange.begun());
        Span around = Span.current();
        if (around.getSpanContext().isValid()) {
            builder.addLink(around.getSpanContext());
        }
        this.server = builder.startSpan();
        this.context = parent.with(server);
    }

    @Override
    public Json leaving(Json params) {
        left = Instant.now();
        Span asking = span(SpanKind.CLIENT, context, left).startSpan();
        client = asking;
        return telemetry.meta.with(context.with(asking), params);
    }

    private SpanBuilder span(SpanKind kind, Context parent, Instant from) {
        return telemetry
                .tracer
                .spanBuilder(name())
                .setParent(parent)
                .setSpanKind(kind)
                .setStartTimestamp(from)
                .setAttribute(Keys.METHOD, request.method());
    }

    private String name() {
        return telemetry.catalogue.knows(request) ? request.method() + " " + request.name() : request.method();
    }

    @Override
    public void ended(Ended how) {
        Instruments to = telemetry.instruments;
        telemetry.catalogue.learn(request, how);
        Span asking = client;
        if (asking != null) {
            client = null;
            Problem problem = Problem.behind(request.method(), how);
            describe(asking, telemetry.asked(request), true, how.revision(), problem);
            asking.end(left.plus(how.behind()));
            record(to.asClient(), how.behind(), labels(telemetry.asked(request), true, how.revision(), problem));
        }
        Problem problem = Problem.inFront(request.method(), how);
        server.setAttribute(Keys.VERDICT, how.verdict().word());
        put(server, Keys.REQUEST, exchange.id());
        describe(server, telemetry.asking(request), false, request.revision(), problem);
        how.reports().forEach(report -> server.addEvent("tenon.guard.finding", attributes(request, report)));
        server.end(exchange.begun().plus(how.time()));
        AttributesBuilder labels = labels(telemetry.asking(request), false, request.revision(), problem);
        record(to.asServer(), how.time(), labels.put(Keys.VERDICT, how.verdict().word()));
        how.reports().forEach(report -> to.findings().add(1, attributes(request, report), context));
    }

    private void describe(
            Span span, Link link, boolean asClient, @Nullable Revision revision, @Nullable Problem problem) {
        AttributesBuilder attributes = Attributes.builder().put(Keys.UPSTREAM, request.upstream());
        Catalogue.describe(request, request.name() == null ? "" : shown(request.name()), attributes);
        link.describe(attributes, asClient);
        span.updateName(name()).setAllAttributes(attributes.build());
        put(span, Keys.VERSION, revision == null ? null : revision.toString());
        put(span, Keys.SESSION, exchange.session());
        if (request.method().startsWith("resources/") && request.name() != null) {
            put(span, Keys.RESOURCE, shown(request.name()));
        }
        if (problem != null) {
            put(span, Keys.ERROR, problem.type());
            put(span, Keys.STATUS_CODE, problem.code());
            span.setStatus(StatusCode.ERROR, problem.message() == null ? "" : shown(problem.message()));
        }
    }

    private static void put(Span span, AttributeKey<String> key, @Nullable String value) {
        if (value != null) {
            span.setAttribute(key, value.length() > LONGEST ? value.substring(0, LONGEST) : value);
        }
    }

    /** What others say, without secrets that are known by their form, and not too long. */
    private static String shown(String text) {
        return Secrets.COMMON.redacted(text.length() > LONGEST ? text.substring(0, LONGEST) : text);
    }

    private void record(DoubleHistogram to, Duration time, AttributesBuilder labels) {
        to.record(Instruments.seconds(time), labels.build(), context);
    }

    private AttributesBuilder labels(
            Link link, boolean asClient, @Nullable Revision revision, @Nullable Problem problem) {
        AttributesBuilder attributes =
                Attributes.builder().put(Keys.METHOD, request.method()).put(Keys.UPSTREAM, request.upstream());
        Catalogue.describe(request, telemetry.catalogue.target(request), attributes);
        link.describe(attributes, asClient);
        if (revision != null) {
            attributes.put(Keys.VERSION, revision.toString());
        }
        if (problem != null) {
            telemetry.catalogue.describe(problem, attributes);
        }
        return attributes;
    }

    static Attributes attributes(Passage request, Report report) {
        return Attributes.builder()
                .put(Keys.UPSTREAM, request.upstream())
                .put(Keys.POLICY, report.policy())
                .put(Keys.RULE, report.finding().rule())
                .put(Keys.OUTCOME, report.outcome().name().toLowerCase(Locale.ROOT))
                .build();
    }
}
