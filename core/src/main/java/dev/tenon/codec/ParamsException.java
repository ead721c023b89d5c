package dev.tenon.codec;

/**
 * Thrown if parameters do not match their method; peers get the error code {@code -32602}.
 *
 * <p>The message names the field, the expected type and the received value, as in
 * {@code params.name: expected string, got number 5}. It is short and safe to send to a peer. The exception has no
 * stack trace.
 */
public final class ParamsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ParamsException(String message) {
        super(message, null, false, false);
    }
}
