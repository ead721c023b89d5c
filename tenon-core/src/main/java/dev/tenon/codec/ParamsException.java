package dev.tenon.codec;

/**
 * Parameters that do not fit their method: the error {@code -32602}.
 *
 * <p>The message names the field, what was expected and what came, as in
 * {@code params.name: expected string, got number 5}. It is short and safe to send to a peer. There is no stack trace.
 */
public final class ParamsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ParamsException(String message) {
        super(message, null, false, false);
    }
}
