package dev.tenon.json;

import dev.tenon.internal.text.Excerpts;
import java.util.Map;
import java.util.Set;

/**
 * Turns untrusted bytes into a {@link Json}, or refuses them: the one place where bytes become JSON.
 *
 * <p>Accepted is exactly RFC 8259 in UTF-8 without a byte order mark, one document, no member name twice in an object,
 * no surrogate without its partner, all within {@link JsonLimits}. Safe for use by many threads.
 */
public final class JsonReader {
    private final JsonLimits limits;

    public JsonReader(JsonLimits limits) {
        this.limits = limits;
    }

    /** The bounds this reader keeps. */
    public JsonLimits limits() {
        return limits;
    }

    /**
     * Checks the bytes wholly and returns them as a value. The array is kept, not copied: the caller gives it away.
     *
     * @throws JsonException when the bytes are not acceptable JSON
     */
    public Json read(byte[] bytes) {
        if (bytes.length > limits.bytes()) {
            throw limitException(
                    "Message larger than " + limits.bytes() + " bytes (limit: json.bytes)", TopLevelMembers.NONE);
        }
        int invalid = Utf8Validator.findInvalid(bytes, 0, bytes.length);
        if (invalid >= 0) {
            throw malformedException("not valid UTF-8 at byte " + invalid);
        }
        if (bytes.length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF) {
            throw malformedException("byte order mark at byte 0; send UTF-8 without it");
        }
        JsonValidator scan = new JsonValidator(bytes, limits);
        scan.validate();
        int unpaired = scan.hasUnicodeEscapes() ? SurrogateValidator.findUnpaired(bytes, scan.start(), scan.end()) : -1;
        if (unpaired >= 0) {
            throw malformedException("surrogate escape without its partner at byte " + unpaired);
        }
        if (scan.duplicate() != null) {
            throw duplicateNameException(scan.duplicate(), bytes);
        }
        return scan.document();
    }

    private static JsonException duplicateNameException(String name, byte[] bytes) {
        TopLevelMembers seen = TopLevelMembers.readBefore(bytes.length, bytes, true);
        String problem = "Member name " + Excerpts.quote(name) + " occurs twice in one object";
        return new JsonException(
                JsonException.JsonErrorReason.DUPLICATE_NAME, problem, seen.uniqueMembers(), seen.allNames());
    }

    static JsonException malformedException(String detail) {
        return new JsonException(JsonException.JsonErrorReason.MALFORMED, detail, Map.of(), Set.of());
    }

    static JsonException limitException(String message, TopLevelMembers seen) {
        return new JsonException(JsonException.JsonErrorReason.LIMIT, message, seen.uniqueMembers(), seen.allNames());
    }
}
