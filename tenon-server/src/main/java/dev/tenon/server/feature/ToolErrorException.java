package dev.tenon.server.feature;

/**
 * A tool's way to say that it cannot do what was asked, in words by which the model that called it can correct itself:
 * {@code throw new ToolError("Dates must be in the future. Today is 2026-11-21.")}. The text becomes a result with
 * {@code isError: true}; it is shown to the model and must hold nothing secret.
 */
public final class ToolErrorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ToolErrorException(String message) {
        super(message, null, false, false);
    }
}
