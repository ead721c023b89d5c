package dev.tenon.schema;

import org.jspecify.annotations.Nullable;

/**
 * A schema that cannot be used, and why: not well-formed, of an unsupported dialect, beyond a limit, referring to
 * something outside itself or to itself in a loop. It is thrown when the schema is registered, not when a value is
 * checked.
 */
public final class SchemaException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String pointer;
    private final String problem;

    public SchemaException(String pointer, String problem) {
        this(pointer, problem, null);
    }

    public SchemaException(String pointer, String problem, @Nullable Throwable cause) {
        super((pointer.startsWith("#") ? "Schema at " : "Schema of ") + pointer + ": " + problem, cause);
        this.pointer = pointer;
        this.problem = problem;
    }

    /**
     * Where in the schema, as a JSON pointer in a fragment: {@code #/properties/age/minimum}; {@code #} is the root.
     * When a schema could not be made from a Java type: {@code type} and its name.
     */
    public String pointer() {
        return pointer;
    }

    /** What is wrong, without the place. */
    public String problem() {
        return problem;
    }
}
