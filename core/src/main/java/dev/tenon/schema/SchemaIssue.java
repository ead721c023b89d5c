package dev.tenon.schema;

/**
 * One problem of a validated value, with a message from which the author of the value can correct it.
 *
 * @param path the place in the value, such as {@code passengers[0].age}; empty for the value as a whole
 * @param keyword the JSON Schema keyword that is not satisfied, or {@code limit} when validation was aborted
 * @param message the expected value, the actual value and the correction; it continues a sentence that begins with the
 *     name of the place, such as <em>must be an integer, but "ten" was given</em>
 */
public record SchemaIssue(String path, String keyword, String message) {
    /** Returns the issue as a sentence that begins with a noun: {@code Argument "age" must be ...}. */
    public String toSentence(String noun) {
        return path.isEmpty() ? noun + " " + message : noun + " \"" + path + "\" " + message;
    }
}
