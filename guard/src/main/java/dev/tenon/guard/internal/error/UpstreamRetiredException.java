package dev.tenon.guard.internal.error;

/** The upstream was replaced, and its last client has left. The caller must connect to the replacement. */
public final class UpstreamRetiredException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public UpstreamRetiredException() {
        super("The upstream was replaced; connect to its replacement");
    }
}
