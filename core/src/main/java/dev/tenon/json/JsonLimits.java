package dev.tenon.json;

/**
 * Limits on a single JSON document.
 *
 * @param bytes maximum size of the document in bytes
 * @param depth maximum nesting of arrays and objects
 * @param stringBytes maximum size of a string in bytes of its UTF-8 JSON text
 * @param numberDigits maximum length of a number in characters
 * @param nameChars maximum length of a member name in characters; in a message also the maximum size of the method and
 *     of the id, in bytes of their JSON text
 * @param members maximum number of members or elements of a container
 */
public record JsonLimits(int bytes, int depth, int stringBytes, int numberDigits, int nameChars, int members) {
    /**
     * The default: 4 MiB, depth 64, strings of 4 MiB, numbers of 100 characters, names of 1,024 characters, 100,000
     * members.
     */
    public static final JsonLimits DEFAULT = new JsonLimits(4 << 20, 64, 4 << 20, 100, 1024, 100_000);

    /**
     * Validates the limits.
     *
     * @throws IllegalArgumentException when a limit is below 1
     */
    public JsonLimits {
        if (bytes < 1 || depth < 1 || stringBytes < 1 || numberDigits < 1 || nameChars < 1 || members < 1) {
            throw new IllegalArgumentException("Every limit must be at least 1");
        }
    }
}
