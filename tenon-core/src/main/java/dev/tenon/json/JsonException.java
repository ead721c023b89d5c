package dev.tenon.json;

import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Bytes that are not acceptable JSON, and why. It has no stack trace: refusing input must be cheap.
 *
 * <p>The message is safe to send to a peer: it names the problem and the place and never quotes an exception.
 */
public final class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is wrong with the bytes. */
    public enum JsonErrorReason {
        /** Not JSON at all (RFC 8259): truncated, trailing bytes, invalid UTF-8, a byte order mark, NaN, comments. */
        MALFORMED,
        /** JSON, but an object names the same member twice. */
        DUPLICATE_NAME,
        /** JSON as far as it was read, but beyond a bound of {@link JsonLimits}. */
        LIMIT
    }

    private final JsonErrorReason reason;
    private final transient Map<String, Json> seen;
    private final transient Set<String> names;

    JsonException(JsonErrorReason reason, String message, Map<String, Json> seen, Set<String> names) {
        super(message, null, false, false);
        this.reason = reason;
        this.seen = seen;
        this.names = names;
    }

    /** The problem and the place. */
    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    /** What is wrong. */
    public JsonErrorReason reason() {
        return reason;
    }

    /**
     * The members of the top-level object that were read unharmed and occur once: what a receiver may use to name the
     * message it refuses. Empty for {@link JsonErrorReason#MALFORMED}.
     */
    public Map<String, Json> intactMembers() {
        return seen == null ? Map.of() : seen;
    }

    /**
     * The names of all members of the top-level object that were read or begun: what a receiver may use to tell which
     * kind of message it refuses. Empty for {@link JsonErrorReason#MALFORMED}.
     */
    public Set<String> memberNames() {
        return names == null ? Set.of() : names;
    }
}
