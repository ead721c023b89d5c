package dev.tenon.json;

import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Thrown when bytes are not acceptable JSON. It has no stack trace, since rejecting input must be cheap.
 *
 * <p>The message is safe to send to a peer: it names the problem and the place and never quotes another exception.
 */
public final class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The reason why the bytes were rejected. */
    public enum JsonErrorReason {
        /** Not JSON (RFC 8259): truncated, trailing bytes, invalid UTF-8, a byte order mark, NaN, comments. */
        MALFORMED,
        /** JSON, but an object contains a duplicate member name. */
        DUPLICATE_NAME,
        /** A limit of {@link JsonLimits} is exceeded; the text before that point is valid JSON. */
        LIMIT
    }

    private final JsonErrorReason reason;
    private final transient TopLevelMembers members;

    JsonException(JsonErrorReason reason, String message, TopLevelMembers members) {
        super(message, null, false, false);
        this.reason = reason;
        this.members = members;
    }

    /** Returns the problem and the place. */
    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    /** Returns the reason. */
    public JsonErrorReason reason() {
        return reason;
    }

    /**
     * Returns the members of the top-level object that were read completely and occur once. The receiver can use them
     * to identify the rejected message, for example by its id. Empty for {@link JsonErrorReason#MALFORMED}.
     */
    public Map<String, Json> intactMembers() {
        return members == null ? Map.of() : members.uniqueMembers();
    }

    /**
     * Returns the names of all members of the top-level object whose names were read completely; their values may be
     * incomplete. The receiver can use the names to determine the kind of the rejected message. Empty for
     * {@link JsonErrorReason#MALFORMED}.
     */
    public Set<String> memberNames() {
        return members == null ? Set.of() : members.allNames();
    }
}
