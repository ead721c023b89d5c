package dev.tenon.json;

import dev.tenon.json.JsonException.JsonErrorReason;

/**
 * Parses untrusted bytes into a {@link Json}, or rejects them. All bytes from peers pass through this class.
 *
 * <p>It accepts exactly RFC 8259 in UTF-8 without a byte order mark: a single document, without duplicate member names
 * in an object and without unpaired surrogates, all within {@link JsonLimits}. Instances are safe for use by multiple
 * threads.
 */
public final class JsonReader {
    private final JsonLimits limits;

    /** Creates a reader with limits. */
    public JsonReader(JsonLimits limits) {
        this.limits = limits;
    }

    /** Returns the limits that this reader enforces. */
    public JsonLimits limits() {
        return limits;
    }

    /**
     * Validates all of the bytes and returns them as a value. The array is kept, not copied: the caller must not change
     * it afterwards.
     *
     * @throws JsonException when the bytes are not acceptable JSON
     */
    public Json read(byte[] bytes) {
        if (bytes.length > limits.bytes()) {
            String problem = "Message larger than " + limits.bytes() + " bytes (limit: json.bytes)";
            throw new JsonException(JsonErrorReason.LIMIT, problem, TopLevelMembers.NONE);
        }
        int invalid = Utf8Validator.findInvalidOrNul(bytes);
        if (invalid >= 0) {
            throw malformedException("not valid UTF-8 at byte " + invalid);
        }
        if (bytes.length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF) {
            throw malformedException("byte order mark at byte 0; send UTF-8 without it");
        }
        return new JsonValidator(bytes, limits).readDocument();
    }

    static JsonException malformedException(String detail) {
        return new JsonException(JsonErrorReason.MALFORMED, detail, TopLevelMembers.NONE);
    }
}
