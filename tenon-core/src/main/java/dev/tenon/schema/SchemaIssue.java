package dev.tenon.schema;

/**
 * One thing that is wrong with a value, told so that whoever wrote the value can mend it.
 *
 * @param path the place in the value: {@code passengers[0].age}; empty when it is the value as a whole
 * @param keyword the keyword of JSON Schema that is not satisfied, or {@code limit} when the check was given up
 * @param message what is wanted, what was given and how to mend it; it continues a sentence that begins with the name
 *     of the place, such as <em>must be an integer, but "ten" was given</em>
 */
public record SchemaIssue(String path, String keyword, String message) {
    /** The issue as a whole sentence about a thing of that name: {@code Argument "age" must be ...}. */
    public String toSentence(String noun) {
        return path.isEmpty() ? noun + " " + message : noun + " \"" + path + "\" " + message;
    }
}
