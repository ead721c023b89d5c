package dev.tenon.server.feature;

/**
 * A failure that the model can correct:
 * {@code throw new ToolErrorException("Dates must be in the future. Today is 2026-11-21.")}. The message is sent as a
 * result with {@code isError: true} and shown to the model; it must not contain secrets.
 */
public final class ToolErrorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ToolErrorException(String message) {
        super(message, null, false, false);
    }
}
