package dev.tenon.schema;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a schema cannot be used: it is malformed, has an unsupported dialect, exceeds a limit, refers to
 * something outside itself, or refers to itself in a loop. It is thrown when the schema is compiled or generated, never
 * when a value is validated.
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
     * Returns the place in the schema as a JSON pointer in a URI fragment, such as {@code #/properties/age/minimum};
     * {@code #} is the root. When a schema could not be generated from a Java type: {@code type} and the name of the
     * type.
     */
    public String pointer() {
        return pointer;
    }

    /** Returns the problem without the place. */
    public String problem() {
        return problem;
    }
}
