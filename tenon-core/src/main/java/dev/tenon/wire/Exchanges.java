package dev.tenon.wire;

import dev.tenon.model.Method;
import dev.tenon.model.Params;
import dev.tenon.model.Result;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests that exist in one revision in one direction, by name. */
final class Exchanges {
    private final Map<String, Exchange<?, ?>> byName = new HashMap<>();

    <P extends Params, R extends Result> Exchanges add(Method<P, R> method, Codec<P> params, Codec<R> result) {
        byName.put(method.name(), new Exchange<>(method, params, result));
        return this;
    }

    @Nullable Method<?, ?> method(String name) {
        Exchange<?, ?> exchange = byName.get(name);
        return exchange == null ? null : exchange.method();
    }

    /** The types agree, since an exchange is only ever added with codecs of its method's types. */
    @SuppressWarnings("unchecked")
    <P extends Params, R extends Result> @Nullable Exchange<P, R> of(Method<P, R> method) {
        return (Exchange<P, R>) byName.get(method.name());
    }
}
