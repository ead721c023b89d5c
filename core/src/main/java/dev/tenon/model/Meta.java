package dev.tenon.model;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;
import dev.tenon.model.internal.TraceContextValidator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code _meta} of a message or an element. It may have any entries, which are kept as received.
 *
 * @param values the entries in their original order
 */
public record Meta(Map<String, Json> values) {
    /** No entries. */
    public static final Meta EMPTY = new Meta(Map.of());

    /** Creates an instance from received entries. Keys are not checked, as unknown ones must be tolerated. */
    public Meta {
        values = Preconditions.copyOf(values);
    }

    /**
     * Creates an instance with one entry.
     *
     * @throws IllegalArgumentException if {@link MetaKey#isValid} rejects the key
     */
    public static Meta of(String key, Json value) {
        return EMPTY.with(key, value);
    }

    /**
     * Returns a copy with an entry added or replaced.
     *
     * @throws IllegalArgumentException if {@link MetaKey#isValid} rejects the key
     */
    public Meta with(String key, Json value) {
        if (!MetaKey.isValid(key)) {
            throw new IllegalArgumentException("Invalid key for _meta: " + Excerpts.quote(key)
                    + ". Use letters, digits, '-', '_' and '.', after a prefix of your own: com.example/name");
        }
        Map<String, Json> changed = new LinkedHashMap<>(values);
        changed.put(key, value);
        return new Meta(changed);
    }

    /** Returns a copy without that entry. */
    public Meta without(String key) {
        if (!values.containsKey(key)) {
            return this;
        }
        Map<String, Json> changed = new LinkedHashMap<>(values);
        changed.remove(key);
        return new Meta(changed);
    }

    /** Returns the value of a key, or null. */
    public @Nullable Json get(String key) {
        return values.get(key);
    }

    /** Returns the string of a key, or null if it is absent or not a string. */
    public @Nullable String string(String key) {
        Json value = values.get(key);
        return value == null ? null : value.string();
    }

    /** Returns whether this instance is empty. */
    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** Returns the token with which the sender requests progress notifications, or null. */
    public @Nullable ProgressToken progressToken() {
        Json value = values.get(MetaKey.PROGRESS_TOKEN);
        return value == null || !ProgressToken.isToken(value) ? null : new ProgressToken(value);
    }

    /** Returns a copy with a token that requests progress notifications. */
    public Meta withProgressToken(ProgressToken token) {
        return with(MetaKey.PROGRESS_TOKEN, token.value());
    }

    /** Returns the id of the subscription that a notification belongs to, or null. */
    public @Nullable Json subscriptionId() {
        return values.get(MetaKey.SUBSCRIPTION_ID);
    }

    /** Returns a copy with a subscription id, which is the id of the request as received. */
    public Meta withSubscriptionId(Json id) {
        return with(MetaKey.SUBSCRIPTION_ID, id);
    }

    /** Returns the calling span (W3C Trace Context), or null if it is absent or malformed. */
    public @Nullable String traceparent() {
        return TraceContextValidator.traceparentOrNull(string(MetaKey.TRACEPARENT));
    }

    /** Returns the trace state of vendors (W3C Trace Context), or null if it is absent or malformed. */
    public @Nullable String tracestate() {
        return TraceContextValidator.keyValueListOrNull(string(MetaKey.TRACESTATE));
    }

    /** Returns the baggage (W3C Baggage), or null if it is absent or malformed. */
    public @Nullable String baggage() {
        return TraceContextValidator.keyValueListOrNull(string(MetaKey.BAGGAGE));
    }
}
