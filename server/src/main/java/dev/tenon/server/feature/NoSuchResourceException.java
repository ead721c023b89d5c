package dev.tenon.server.feature;

/**
 * Thrown if a resource does not exist. The client gets error -32602 with the URI in its data, in all revisions
 * (2026-07-28, server/resources, Error Handling).
 */
public final class NoSuchResourceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String uri;

    public NoSuchResourceException(String uri) {
        super("Resource not found", null, false, false);
        this.uri = uri;
    }

    /** Returns the URI of the missing resource. */
    public String uri() {
        return uri;
    }
}
