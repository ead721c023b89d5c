package dev.tenon.guard.telemetry;

import dev.tenon.json.Json;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Trace context in the {@code _meta} of params: {@code traceparent}, {@code tracestate}, {@code baggage}. */
record TraceContextPropagator(TextMapPropagator propagator) {
    private static final String META = "_meta";
    /** The most that W3C Baggage asks anybody to carry, in bytes; the others are shorter. */
    private static final int MAX_BYTES = 8192;

    /** The context that a request came with; the empty one when it came with none. */
    Context extract(Json params) {
        return propagator.extract(Context.root(), meta(params), new MetaGetter());
    }

    /** The params with this context in place of what they came with; as they are when there is none. */
    Json inject(Context context, Json params) {
        Map<String, String> fields = new HashMap<>();
        propagator.inject(context, fields, (carrier, key, value) -> {
            if (carrier != null) {
                carrier.put(key, value);
            }
        });
        if (fields.isEmpty() || !params.isObject()) {
            return params;
        }
        Json meta = meta(params);
        for (String field : propagator.fields()) {
            String value = fields.get(field);
            meta = value == null ? meta.withoutMember(field) : meta.withMember(field, Json.of(value));
        }
        return params.withMember(META, meta);
    }

    private static Json meta(Json params) {
        Json meta = params.get(META);
        return meta != null && meta.isObject() ? meta : Json.EMPTY_OBJECT;
    }

    private static final class MetaGetter implements TextMapGetter<Json> {
        @Override
        public Iterable<String> keys(Json meta) {
            return meta.members().keySet();
        }

        @Override
        public @Nullable String get(@Nullable Json meta, String key) {
            Json value = meta == null ? null : meta.get(key);
            return value == null || value.sizeInBytes() > MAX_BYTES ? null : value.string();
        }
    }
}
