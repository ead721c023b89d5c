package dev.tenon.server.feature;

/**
 * There is no such resource: -32602 with the uri in its data, in every revision (2026-07-28, server/resources, Error
 * Handling).
 */
public final class NoSuchResourceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String uri;

    public NoSuchResourceException(String uri) {
        super("Resource not found", null, false, false);
        this.uri = uri;
    }

    /** The uri that was asked for. */
    public String uri() {
        return uri;
    }
}
