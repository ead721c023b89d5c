package dev.tenon.model;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;
import dev.tenon.model.internal.TraceContextValidator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code _meta} of a message or of a thing: open, and kept as it came.
 *
 * @param values the entries in their order
 */
public record Meta(Map<String, Json> values) {
    /** No entries. */
    public static final Meta EMPTY = new Meta(Map.of());

    /** Takes entries as they were received: keys are not checked, since unknown ones are to be tolerated. */
    public Meta {
        values = Preconditions.copyOf(values);
    }

    /**
     * One entry.
     *
     * @throws IllegalArgumentException when the key is not spelled as {@link MetaKey#isValid} demands
     */
    public static Meta of(String key, Json value) {
        return EMPTY.with(key, value);
    }

    /**
     * With one more entry, or a changed one.
     *
     * @throws IllegalArgumentException when the key is not spelled as {@link MetaKey#isValid} demands
     */
    public Meta with(String key, Json value) {
        if (!MetaKey.isValid(key)) {
            throw new IllegalArgumentException("Not a key for _meta: " + Excerpts.quote(key)
                    + ". Use letters, digits, '-', '_' and '.', after a prefix of your own: com.example/name");
        }
        Map<String, Json> changed = new LinkedHashMap<>(values);
        changed.put(key, value);
        return new Meta(changed);
    }

    /** Without that entry. */
    public Meta without(String key) {
        if (!values.containsKey(key)) {
            return this;
        }
        Map<String, Json> changed = new LinkedHashMap<>(values);
        changed.remove(key);
        return new Meta(changed);
    }

    /** The value at a key, or null. */
    public @Nullable Json get(String key) {
        return values.get(key);
    }

    /** The text at a key, or null when there is none or it is no string. */
    public @Nullable String string(String key) {
        Json value = values.get(key);
        return value == null ? null : value.string();
    }

    /** Whether there are no entries. */
    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** The token under which the sender wants to hear of progress, or null. */
    public @Nullable ProgressToken progressToken() {
        Json value = values.get(MetaKey.PROGRESS_TOKEN);
        return value == null || !ProgressToken.isToken(value) ? null : new ProgressToken(value);
    }

    /** With the token under which the sender wants to hear of progress. */
    public Meta withProgressToken(ProgressToken token) {
        return with(MetaKey.PROGRESS_TOKEN, token.value());
    }

    /** The id of the subscription that a notification belongs to, or null. */
    public @Nullable Json subscriptionId() {
        return values.get(MetaKey.SUBSCRIPTION_ID);
    }

    /** With the id of the subscription that a notification belongs to: that of the request, as it came. */
    public Meta withSubscriptionId(Json id) {
        return with(MetaKey.SUBSCRIPTION_ID, id);
    }

    /** The calling span in the form of W3C Trace Context, or null. */
    public @Nullable String traceparent() {
        return TraceContextValidator.traceparentOrNull(string(MetaKey.TRACEPARENT));
    }

    /** What vendors add to the trace context, or null. */
    public @Nullable String tracestate() {
        return TraceContextValidator.keyValueListOrNull(string(MetaKey.TRACESTATE));
    }

    /** The baggage in the form of W3C Baggage, or null. */
    public @Nullable String baggage() {
        return TraceContextValidator.keyValueListOrNull(string(MetaKey.BAGGAGE));
    }
}
