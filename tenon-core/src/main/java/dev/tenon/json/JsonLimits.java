package dev.tenon.json;

/**
 * Bounds on one JSON document.
 *
 * @param bytes the whole document, in bytes
 * @param depth how deep arrays and objects may nest
 * @param stringBytes one string, in bytes of its UTF-8 JSON text
 * @param numberDigits one number, in characters
 * @param nameChars one member name, in characters; in a message also its method and its id
 * @param members members or elements in one container
 */
public record JsonLimits(int bytes, int depth, int stringBytes, int numberDigits, int nameChars, int members) {
    /** 4 MiB, depth 64, strings of 4 MiB, numbers of 100 digits, names of 1,024 characters, 100,000 members. */
    public static final JsonLimits DEFAULT = new JsonLimits(4 << 20, 64, 4 << 20, 100, 1024, 100_000);

    public JsonLimits {
        if (bytes < 1 || depth < 1 || stringBytes < 1 || numberDigits < 1 || nameChars < 1 || members < 1) {
            throw new IllegalArgumentException("Every limit must be at least 1");
        }
    }
}
