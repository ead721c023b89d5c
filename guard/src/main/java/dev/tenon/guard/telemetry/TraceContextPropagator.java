package dev.tenon.guard.telemetry;

import dev.tenon.json.Json;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes trace context in the {@code _meta} of params: {@code traceparent}, {@code tracestate}, {@code
 * baggage}.
 */
record TraceContextPropagator(TextMapPropagator propagator) {
    private static final String META = "_meta";
    /**
     * The size limit of a field, in bytes: W3C Baggage requires no more to be propagated, and the other fields are
     * shorter.
     */
    private static final int MAX_BYTES = 8192;

    /** Extracts the context of a request; the root context if it has none. */
    Context extract(Json params) {
        return propagator.extract(Context.root(), meta(params), new MetaGetter());
    }

    /** Returns the params with this context instead of their own; unchanged if the context is empty. */
    Json inject(Context context, Json params) {
        Map<String, String> fields = new HashMap<>();
        propagator.inject(context, fields, (carrier, key, value) -> fields.put(key, value));
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
