package dev.tenon.guard.internal.error;

/** The server was replaced by another, and its last client has gone: a new client must be led to the other. */
public final class UpstreamRetiredException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public UpstreamRetiredException() {
        super("This server behind the guard was replaced");
    }
}
